import { describe, expect, it } from 'vitest';
import { parseIpAddress, toNetwork, toSite } from './network.js';

describe('an IP address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:0DB8::1', '2001:db8::1'],
    ['unknown', undefined],
    ['203.0.113.7:80', undefined],
    ['1', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s → %s', (text, address) => {
    expect(parseIpAddress(text)).toBe(address);
  });
});

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unknown', 'unknown'],
    ['', ''],
    ['[::1]/../x', '[::1]/../x'],
  ])('%s → %s', (text, network) => {
    expect(toNetwork(text)).toBe(network);
  });
});

describe('the site of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:DB8:1:2:3::4', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
  ])('%s → %s', (text, site) => {
    expect(toSite(text)).toBe(site);
  });
});
