import { isIPv4, isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Eight groups of an IPv6 address; the URL parser has already made it canonical. */
const groupsOf = (canonical: string): string[] => {
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
};

/**
 * The network for counting attempts: an IPv4 address, or the /64 network of an IPv6 address,
 * because one household or server owns all of it. Other text is used unchanged.
 */
export const networkOf = (address: string): string => {
  const plain = mapped.exec(address)?.[1] ?? address;
  if (isIPv4(plain)) return plain;
  const unscoped = plain.split('%')[0] ?? plain;
  if (!isIPv6(unscoped)) return plain;
  const canonical = new URL(`http://[${unscoped}]`).hostname.slice(1, -1);
  return `${groupsOf(canonical).slice(0, 4).join(':')}::/64`;
};
