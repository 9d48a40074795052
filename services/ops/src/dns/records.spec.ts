import { describe, expect, it } from '@jest/globals';
import { shown, shownRecords } from './records.js';

describe('text from a name server', () => {
  it('is shown without control characters, and no more of it than fits', () => {
    expect(shown(['a\u001b[31m\n.test'])).toEqual(['a?[31m?.test']);
    expect(shown(['x'.repeat(5_000)])[0]).toHaveLength(300);
    expect(shown(Array.from({ length: 500 }, (_, index) => `${index}.test`))).toHaveLength(20);
  });

  it('is told record by record', () => {
    const none = { kind: 'none' } as const;
    const found = (...values: string[]) => ({ kind: 'found', values }) as const;
    const records = {
      a: found('198.51.100.2'),
      aaaa: none,
      cname: none,
      caa: [
        { critical: 0, issue: 'ca.test' },
        { critical: 128, iodef: 'mailto:a@b.test' },
      ],
      www: { cname: found('site.test'), a: found('198.51.100.2') },
    };
    expect(shownRecords(records)).toEqual({
      a: ['198.51.100.2'],
      aaaa: [],
      cname: [],
      caa: ['0 issue "ca.test"', '128 iodef "mailto:a@b.test"'],
      www: ['site.test', '198.51.100.2'],
    });
    expect(shownRecords({ ...records, www: undefined }).www).toEqual([]);
  });
});
