import { describe, expect, it } from '@jest/globals';
import { changesBetween } from './changes.js';

describe('changes', () => {
  it('name what differs in the fields that are looked at', () => {
    const before = { title: 'a', type: 'x', secret: '1' };
    const after = { title: 'b', type: 'x', secret: '2' };
    expect(changesBetween(['title', 'type'], before, after)).toEqual([
      { field: 'title', before: 'a', after: 'b' },
    ]);
    expect(changesBetween(['title'], undefined, after)).toEqual([{ field: 'title', after: 'b' }]);
    expect(changesBetween(['title'], after, after)).toEqual([]);
  });

  it('are cut where they are long, never through a character', () => {
    const [change] = changesBetween(['a'], undefined, { a: '😀'.repeat(150) });
    expect(change?.after).toBe(`${'😀'.repeat(99)}…`);
  });
});
