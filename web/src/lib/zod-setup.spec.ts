import { expect, it } from 'vitest';
import { z } from 'zod';
import './zod-setup';

it('keeps zod from compiling code at run time', () => {
  expect(z.config().jitless).toBe(true);
});
