import type { AuditVerification } from '@ctdb/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';
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

/** Erases the details of an entry. */
export const useEraseDetails = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.eraseAuditDetails, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['audit'] }),
  });
};

/** The hash of a typed address or account, by which its entries are found. */
export const useSourceHash = () =>
  useMutation({
    mutationFn: async (text: string) => (await call(routes.getSourceHash, { body: { text } })).hash,
  });

/** Sums up all parts that are verified so far. */
export type VerificationState = Omit<AuditVerification, 'next'>;

/** Verifies the whole trail, part by part; `onProgress` gets what is verified so far. */
export const useVerifyAudit = (onProgress: (state: VerificationState) => void) =>
  useMutation({
    mutationFn: async (): Promise<VerificationState> => {
      let state: VerificationState = { total: 0, checked: 0, erased: 0, findings: [], found: 0 };
      for (let after: number | undefined = 0; after !== undefined;) {
        const part: AuditVerification = await call(routes.verifyAudit, {
          query: { after: String(after) },
        });
        after = part.next;
        state = {
          ...part,
          checked: state.checked + part.checked,
          erased: state.erased + part.erased,
          found: state.found + part.found,
          findings: [...state.findings, ...part.findings],
        };
        onProgress(state);
      }
      return state;
    },
  });
