import { expect, it } from 'vitest';
import './zod-setup';
import { z } from 'zod';

it('keeps zod from compiling code at run time', () => {
  expect(z.config().jitless).toBe(true);
});
