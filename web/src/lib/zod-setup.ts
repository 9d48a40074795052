// zod compiles parsers with `new Function` where it may; our content policy forbids that, and
// even the attempt is reported as a violation. Set as zod itself keeps it, so that the switch
// stands before the first schema is made and no page loads zod for it (`zod-setup.spec.ts`).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
