import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Prefix of a household or server, and of a site with many such networks (RFC 6177). */
const IPV6_PREFIX = { network: 64, site: 48 } as const;

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

const toPrefix = (text: string, bits: number): string => {
  const address = parseIpAddress(text) ?? text;
  if (isIP(address) !== 6) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
};

/**
 * The network that counts as one client in limits: an IPv4 address, or the /64 of an IPv6 address,
 * because one household or server has all of it. Any other text counts as written.
 */
export const toNetwork = (text: string): string => toPrefix(text, IPV6_PREFIX.network);

/** The site of a network: the /48 of an IPv6 address; otherwise the same as {@link toNetwork}. */
export const toSite = (text: string): string => toPrefix(text, IPV6_PREFIX.site);
