import { describe, expect, it } from '@jest/globals';
import { changesBetween } from './changes.js';

describe('changes', () => {
  it('name what differs among the given fields', () => {
    const before = { a: 1, b: 'x', c: ['y'], secret: 's' };
    const after = { a: 1, b: 'z', c: ['y', 'z'], secret: 't' };
    expect(changesBetween(['a', 'b', 'c'], before, after)).toEqual([
      { field: 'b', before: 'x', after: 'z' },
      { field: 'c', before: ['y'], after: ['y', 'z'] },
    ]);
  });

  it('of something new have no state before', () => {
    expect(changesBetween(['a'], undefined, { a: 1 })).toEqual([{ field: 'a', after: 1 }]);
    expect(changesBetween(['a'], { a: 1 }, undefined)).toEqual([{ field: 'a', before: 1 }]);
  });

  it('cut long texts without breaking a character', () => {
    const long = `${'x'.repeat(198)}😀${'y'.repeat(50)}`;
    const [change] = changesBetween(['a'], { a: '' }, { a: long });
    expect(change?.after).toBe(`${'x'.repeat(198)}…`);
    expect(changesBetween(['a'], undefined, { a: ['z'.repeat(300)] })).toEqual([
      { field: 'a', after: [`${'z'.repeat(199)}…`] },
    ]);
  });
});
