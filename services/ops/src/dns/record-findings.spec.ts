import { expect, it } from 'vitest';
import type { DomainRecords } from './dns-lookup.js';
import { recordFindings } from './records.js';

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

it.each([
  ['the expected IPv6 address', ipv6, [ipv6], false],
  ['it in another notation', ipv6, ['2001:DB8:0:0:0::7'], false],
  ['none', ipv6, [], false],
  ['another one beside it', ipv6, [ipv6, '2001:db8::8'], true],
  ['one where none is expected', undefined, [ipv6], true],
])('compares %s', (_, expected, found, isFinding) => {
  const wanted = { domain, ipv4, ...(expected && { ipv6: expected }) };
  const about = { code: 'ipv6Unexpected', severity: 'error', host: domain };
  const finding = { ...about, ...(expected && { expected }), found };
  expect(recordFindings(withAaaa(...found), wanted)).toEqual(isFinding ? [finding] : []);
});
