/** An address of IPv6 in the one way of writing it (RFC 5952), so that two can be compared. */
export const plainIpv6 = (address: string): string =>
  new URL(`http://[${address}]`).hostname.slice(1, -1);
