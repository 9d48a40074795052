import { describe, expect, it } from '@jest/globals';
import { addressOf, networkOf } from './network.js';

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', undefined],
    ['203.0.113.7:80', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s → %s', (text, address) => {
    expect(addressOf(text)).toBe(address);
  });
});

describe('what counts as one', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s → %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
