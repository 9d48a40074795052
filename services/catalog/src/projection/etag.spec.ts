import { describe, expect, it } from '@jest/globals';
import { etagMatches, listEtag } from './etag.js';

const at = { epoch: 'abc', revision: 7 };

describe('the ETag of a list', () => {
  it('depends on epoch, revision and question alone', () => {
    const etag = listEtag(at, ['Skin', undefined, 1, 10]);
    expect(listEtag({ ...at }, ['Skin', undefined, 1, 10])).toBe(etag);
    const others = [
      listEtag({ ...at, revision: 8 }, ['Skin', undefined, 1, 10]),
      listEtag({ ...at, epoch: 'abd' }, ['Skin', undefined, 1, 10]),
      listEtag(at, ['Skin', undefined, 2, 10]),
      listEtag(at, [undefined, 'Skin', 1, 10]),
    ];
    expect(new Set([etag, ...others]).size).toBe(5);
    expect(etag).toMatch(/^[\w.-]+$/);
  });

  it.each([
    ['abc.7.x', true],
    ['"abc.7.x"', true],
    ['W/"abc.7.x"', true],
    ['"other", W/"abc.7.x"', true],
    ['"abc.7.xy"', false],
    ['*', false],
    ['', false],
    [undefined, false],
  ])('is recognised in %j: %j', (known, held) => {
    expect(etagMatches(known, 'abc.7.x')).toBe(held);
  });
});
