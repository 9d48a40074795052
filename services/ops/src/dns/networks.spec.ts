import { expect, it } from 'vitest';
import { OutboundGuard, parseNetwork } from './networks.js';

const laboratory = (...texts: string[]) =>
  new OutboundGuard(texts.map(parseNetwork).filter((network) => network !== undefined));

const guard = laboratory();

it.each([
  ['this network', '0.0.0.0', '0.1.2.3'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1'],
  ['shared by carriers', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1', '::'],
  ['link-local', '169.254.1.1', 'fe80::1', 'febf::1', 'fec0::1'],
  ['metadata', '169.254.169.254', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1'],
  ['reserved', '240.0.0.1', '255.255.255.255', '198.18.0.1', '192.88.99.1', '100::1', '5f00::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.7', '2001:db8::1', '3fff::1'],
  ['IPv4-mapped', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::10.0.0.1'],
  ['NAT64', '64:ff9b::a00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  ['6to4, Teredo', '2002:7f00:1::', '2002:808:808::1', '2001::1', '2001:10::1'],
  ['no address', '', 'localhost', '1.2.3', '0x7f.1', 'fe80::1%lo', '8.8.8.8/32', '2130706433'],
])('the outbound guard refuses %s', (_kind, ...addresses) => {
  expect(addresses.filter((address) => guard.allows(address))).toEqual([]);
});

it('the outbound guard allows public addresses', () => {
  const addresses = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '9.255.0.1'];
  const addresses6 = ['2606:4700::1111', '2a00:1450::1', '2620:fe::fe', '2400:cb00::1'];
  expect([...addresses, ...addresses6].filter((one) => !guard.allows(one))).toEqual([]);
});

it('the outbound guard allows what an operator names, and no more', () => {
  const own = laboratory('127.0.0.0/29', 'fd00:1::/32', '10.1.2.3');
  expect(['127.0.0.7', 'fd00:1::5', '10.1.2.3'].every((one) => own.allows(one))).toBe(true);
  expect(['127.0.0.8', 'fd00:2::5', '10.1.2.4', '::1'].some((one) => own.allows(one))).toBe(false);
});

it('a network is an address, or one with the length of its prefix', () => {
  const right = ['10.0.0.0/8', '10.0.0.1', '::/0', 'fd00::/8', '0.0.0.0/0'];
  expect(right.filter((text) => !parseNetwork(text))).toEqual([]);
  const hosts = ['', '10', '10.0.0.0/', '10.0.0.0/8/8', 'fe80::1%lo/64', 'a/8'];
  const wrong = [...hosts, '10.0.0.0/33', '::/129'];
  expect(wrong.filter((text) => parseNetwork(text))).toEqual([]);
});
