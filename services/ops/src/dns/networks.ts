import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import reserved from './reserved-networks.json' with { type: 'json' };

/** A network in CIDR notation; an address alone is a network of one. */
export interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

const networkText = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

/** Parses a network; undefined if `text` is none. */
export const parseNetwork = (text: string): Network | undefined => {
  if (!networkText.safeParse(text).success) return undefined;
  const [address = '', bits] = text.split('/');
  const isV6 = isIPv6(address);
  return { address, bits: Number(bits ?? (isV6 ? 128 : 32)), family: isV6 ? 'ipv6' : 'ipv4' };
};

/** Networks with commas between them, as a variable of the environment names them. */
export const networkList = z.string().transform((value, context): Network[] => {
  const networks = value.split(',').map((text) => parseNetwork(text.trim()));
  if (networks.includes(undefined)) context.addIssue('must be networks as 10.0.0.0/8, with commas');
  return networks.filter((network) => network !== undefined);
});

const toBlockList = (networks: readonly Network[]): BlockList => {
  const list = new BlockList();
  for (const { address, bits, family } of networks) list.addSubnet(address, bits, family);
  return list;
};

const parseNetworks = (texts: readonly string[]): BlockList =>
  toBlockList(texts.map(parseNetwork).filter((network) => network !== undefined));

/** All that is global in IPv6. Outside are loopback, link-local, unique local, multicast, IPv4-mapped and NAT64. */
const globalIpv6 = parseNetworks(['2000::/3']);
/**
 * Not global, by the registry of special addresses of IPv4 (RFC 6890 and its followers); in IPv6 within the global
 * ones, also an address of IPv4 in disguise.
 */
const notGlobal = parseNetworks([...Object.keys(reserved.ipv4), ...Object.keys(reserved.ipv6)]);

/** Decides which addresses the probes may connect to. */
export class OutboundGuard {
  private readonly allowedPrivateNetworks: BlockList;

  /** `allowedPrivateNetworks`: networks that an operator allows although they are not public. */
  constructor(allowedPrivateNetworks: readonly Network[]) {
    this.allowedPrivateNetworks = toBlockList(allowedPrivateNetworks);
  }

  /** Whether `address` is public or in an allowed private network. False if it is no address. */
  allows(address: string): boolean {
    if (isIP(address) === 0 || address.includes('%')) return false;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const isGlobal =
      !notGlobal.check(address, family) && (family === 'ipv4' || globalIpv6.check(address, 'ipv6'));
    return isGlobal || this.allowedPrivateNetworks.check(address, family);
  }
}

/** An address of IPv6 in the one way of writing it (RFC 5952), so that two can be compared. */
export const canonicalIpv6 = (address: string): string =>
  new URL(`http://[${address}]`).hostname.slice(1, -1);
