import { describe, expect, it } from '@jest/globals';
import { newReceiptCode } from '../purchases/receipt-code.js';
import { storedForm } from './typed-code.js';

describe('a receipt code', () => {
  it('in its stored form stays as it is', () => {
    for (let round = 0; round < 200; round += 1) {
      const code = newReceiptCode();
      expect(storedForm(code)).toBe(code);
    }
  });

  it.each([
    ['7kqm-2xvd-94ht-c0wz'],
    ['7KQM2XVD94HTC0WZ'],
    [' 7kqm 2xvd\t94ht c0wz '],
    ['7KQM–2XVD—94HT‑COWZ'],
    ['７ＫＱＭ-２ＸＶＤ-94ht.c0wz'],
    ['7kqm_2xvd_94ht_cowz'],
  ])('typed as %j is the same', (typed) => {
    expect(storedForm(typed)).toBe('7KQM-2XVD-94HT-C0WZ');
  });

  it('takes I and L for 1', () => {
    expect(storedForm('ILil-0000-0000-0000')).toBe('1111-0000-0000-0000');
  });

  it.each(['', '---', '$where', '\ud800', '7KQM', 'x'.repeat(100)])('is not %j', (typed) => {
    expect(storedForm(typed)).not.toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  });
});
