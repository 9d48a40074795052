import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_BITS = 64;

/**
 * `text` as an IP address in canonical form: without zone, IPv4-mapped IPv6 as IPv4.
 * `undefined` if it is no IP address.
 */
export const parseIpAddress = (text: string | undefined): string | undefined => {
  const [plain = ''] = (text ?? '').split('%');
  const version = isIP(plain);
  // An IPv4 address has one form only.
  if (version === 4) return plain;
  return version === 0 ? undefined : ipaddr.process(plain).toString();
};

/**
 * The network that counts as one client in limits: an IPv4 address, or the /64 of an IPv6 address,
 * because one household or server has all of it. Any other text counts as written.
 */
export const toNetwork = (text: string): string => {
  const address = parseIpAddress(text) ?? text;
  if (isIP(address) !== 6) return address;
  const cidr = `${address}/${IPV6_NETWORK_BITS}`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(cidr).toString()}/${IPV6_NETWORK_BITS}`;
};
