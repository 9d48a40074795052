import { describe, expect, it } from '@jest/globals';
import { sanitize, toContractRecords } from './records.js';

describe('text from a name server', () => {
  it('is shown without control characters, and no more of it than fits', () => {
    expect(sanitize(['a\u001b[31m\n.test'])).toEqual(['a?[31m?.test']);
    expect(sanitize(['x'.repeat(5_000)])[0]).toHaveLength(300);
    expect(sanitize(Array.from({ length: 500 }, (_, index) => `${index}.test`))).toHaveLength(20);
  });

  it('is compared record by record', () => {
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
    expect(toContractRecords(records)).toEqual({
      a: ['198.51.100.2'],
      aaaa: [],
      cname: [],
      caa: ['0 issue "ca.test"', '128 iodef "mailto:a@b.test"'],
      www: ['site.test', '198.51.100.2'],
    });
    expect(toContractRecords({ ...records, www: undefined }).www).toEqual([]);
  });
});
