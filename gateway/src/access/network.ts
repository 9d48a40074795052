import { isIP, isIPv4, isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const firstFourGroups = (address: string): string => {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
};

/** An address without what only names a network card; `undefined` where it is no address. */
export const addressOf = (text: string | undefined): string | undefined => {
  const [plain = ''] = (text ?? '').split('%');
  const address = mapped.exec(plain)?.[1] ?? plain;
  return isIP(address) === 0 ? undefined : address;
};

/** What one household has of addresses, so that it counts as one: an IPv4 address, an IPv6 /64. */
export const networkOf = (address: string): string => {
  if (isIPv4(address) || !isIPv6(address)) return address;
  return `${firstFourGroups(address)}::/64`;
};
