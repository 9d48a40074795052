import { expect, it } from 'vitest';
import { asQuery, readFilter, readPage, writeFilter } from './filter';

const read = (text: string) => readFilter(new URLSearchParams(text));

it('the filter of the audit trail reads from the URL what it wrote', () => {
  const days = { from: '2026-11-01', to: '2026-11-21' };
  const filter = { kind: 'price', actor: 'admin', source: '', ...days } as const;
  const written = writeFilter(filter, 3);
  expect(readFilter(written)).toEqual(filter);
  expect(readPage(written)).toBe(3);
});

it('the filter of the audit trail ignores invalid values', () => {
  const none = { kind: undefined, actor: '', source: '', from: '', to: '' };
  expect(read('kind=secrets&from=yesterday&to=2026-13-45')).toEqual(none);
  expect(readPage(new URLSearchParams('page=-2'))).toBe(1);
  expect(writeFilter(read('')).toString()).toBe('');
});

it('the filter of the audit trail asks for whole days of the reader, the last one included', () => {
  const query = asQuery(read('from=2026-11-20&to=2026-11-20'));
  const from = new Date(query.from ?? '');
  const to = new Date(query.to ?? '');
  expect([from.getDate(), from.getHours(), from.getMinutes()]).toEqual([20, 0, 0]);
  expect([to.getDate(), to.getHours(), to.getMinutes()]).toEqual([21, 0, 0]);
});
