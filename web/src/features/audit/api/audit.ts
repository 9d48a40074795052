import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callWithHeaders, routes, toPage } from '@/lib/api';
import { asQuery, type AuditFilter } from '../model/filter';

/** Entries on a page. */
export const AUDIT_PAGE_SIZE = 25;

/** One page of the audit trail, newest first. */
export const useAudit = (filter: AuditFilter, page: number) =>
  useQuery({
    queryKey: ['audit', filter, page],
    queryFn: async ({ signal }) => {
      const query = { ...asQuery(filter), page: String(page), limit: String(AUDIT_PAGE_SIZE) };
      return toPage(await callWithHeaders(routes.listAudit, { query, signal }), AUDIT_PAGE_SIZE);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
