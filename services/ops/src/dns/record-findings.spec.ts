import { expect, it } from 'vitest';
import { recordFindings } from './record-findings.js';
import type { DomainRecords } from './records.js';

const domain = 'six.test';
const ipv4 = '198.51.100.7';
const ipv6 = '2001:db8::7';

const withAaaa = (...aaaa: string[]): DomainRecords => ({
  a: { kind: 'found', values: [ipv4] },
  aaaa: aaaa.length > 0 ? { kind: 'found', values: aaaa } : { kind: 'none' },
  cname: { kind: 'none' },
  caa: [],
  www: undefined,
});
const about = { code: 'ipv6Unexpected', severity: 'error', host: domain };

it('accepts the expected IPv6 address in any notation', () => {
  for (const records of [withAaaa(ipv6), withAaaa('2001:DB8:0:0:0::7'), withAaaa()])
    expect(recordFindings(records, { domain, ipv4, ipv6 })).toEqual([]);
});

it('reports another one, although the expected one is beside it', () => {
  const found = [ipv6, '2001:db8::8'];
  expect(recordFindings(withAaaa(...found), { domain, ipv4, ipv6 })).toEqual([
    { ...about, expected: ipv6, found },
  ]);
});

it('reports any if none is expected', () => {
  expect(recordFindings(withAaaa(ipv6), { domain, ipv4 })).toEqual([{ ...about, found: [ipv6] }]);
});
