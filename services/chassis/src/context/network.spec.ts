import { expect, it } from 'vitest';
import { parseIpAddress, toNetwork, toSite } from './network.js';

it.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9', '203.0.113.9'],
  ['2001:0DB8:1:2::ffff', '2001:db8:1:2::ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '::1', '::/64', '::/48'],
  ['fe80::1%eth0', 'fe80::1', 'fe80::/64', 'fe80::/48'],
  ...['unknown', '203.0.113.7:80', '1', '', '[::1]/../x'].map((none) => [
    none,
    undefined,
    none,
    none,
  ]),
])('%s has the address %s, the network %s and the site %s', (text = '', address, network, site) => {
  expect(parseIpAddress(text)).toBe(address);
  expect([toNetwork(text), toSite(text)]).toEqual([network, site]);
});

it('no text has no address', () => {
  expect(parseIpAddress(undefined)).toBeUndefined();
});
