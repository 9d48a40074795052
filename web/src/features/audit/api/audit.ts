import type { AuditEntry } from '@ctdb/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callWithHeaders, routes } from '@/lib/api';
import { asQuery, type AuditFilter } from '../model/filter';

/** Entries on a page. */
export const AUDIT_PAGE_SIZE = 25;

interface AuditPage {
  items: AuditEntry[];
  pages: number;
}

/** One page of the audit trail, newest first. */
export const useAudit = (filter: AuditFilter, page: number) =>
  useQuery({
    queryKey: ['audit', filter, page],
    queryFn: async ({ signal }): Promise<AuditPage> => {
      const query = { ...asQuery(filter), page: String(page), limit: String(AUDIT_PAGE_SIZE) };
      const { data, total } = await callWithHeaders(routes.listAudit, { query, signal });
      return {
        items: data,
        pages: Math.max(1, Math.ceil((total ?? data.length) / AUDIT_PAGE_SIZE)),
      };
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
