import type { DnsCheck } from '@ctdb/contracts';
import { call, routes } from '@/lib/api';

/** Checks a domain as a person types it; the server replies within 10 seconds. */
export const checkDns = (domain: string, signal?: AbortSignal): Promise<DnsCheck> =>
  call(routes.checkDns, { params: { domain }, signal });
