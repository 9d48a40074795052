import type { AuditVerification } from '@ctdb/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, pagedQuery, routes } from '@/lib/api';
import { asQuery, type AuditFilter } from '../model/filter';

/** Entries on a page. */
export const AUDIT_PAGE_SIZE = 25;

/** One page of the audit trail, newest first. */
export const useAudit = (filter: AuditFilter, page: number) =>
  useQuery(
    pagedQuery(['audit'], routes.listAudit, { ...asQuery(filter), page, limit: AUDIT_PAGE_SIZE }),
  );

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
