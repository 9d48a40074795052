import type { DnsCheck } from '@ctdb/contracts';
import { call, routes } from '@/lib/api';

/** Looks at a domain, written as people write it; answers within 10 seconds. */
export const checkDns = (domain: string, signal?: AbortSignal): Promise<DnsCheck> =>
  call(routes.checkDns, { params: { domain }, signal });
