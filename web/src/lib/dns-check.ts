import type { DnsCheck } from '@ctdb/contracts';
import { call } from '@/lib/api';
import { opsRoutes } from '@/lib/api/ops-routes';

/** Looks at a domain, written as people write it; answers within 10 seconds. */
export const checkDns = (domain: string, signal?: AbortSignal): Promise<DnsCheck> =>
  call(opsRoutes.checkDns, { params: { domain }, signal });
