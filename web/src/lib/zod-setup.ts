import { config } from 'zod/v4/core';

// zod compiles parsers with `new Function` where it may; our content policy forbids that, and
// even the attempt is reported as a violation. Must run before the first schema is made.
config({ jitless: true });
