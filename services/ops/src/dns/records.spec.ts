import { expect, it } from 'vitest';
import { sanitize } from './records.js';

it('text from a name server is shown without control characters, and no more of it than fits', () => {
  expect(sanitize(['a\u001b[31m\n.test'])).toEqual(['a?[31m?.test']);
  expect(sanitize(['x'.repeat(5_000)])[0]).toHaveLength(300);
  expect(sanitize(Array.from({ length: 500 }, (_, index) => `${index}.test`))).toHaveLength(20);
});
