import type { Patient, PatientEntry } from '@ctdb/contracts';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const PAGE_SIZE = 50;
const keys = {
  all: ['patients'],
  list: (dueUntil: string | undefined, page: number) => ['patients', 'list', dueUntil, page],
  patient: (id: string) => ['patients', id],
  history: (id: string) => ['patients', id, 'history'],
} as const;

/** One page of patients by name, or of those to follow up until a day. Ask for the current state. */
export const usePatients = (dueUntil: string | undefined, page: number) =>
  useQuery({
    queryKey: keys.list(dueUntil, page),
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(PAGE_SIZE), ...(dueUntil && { dueUntil }) };
      return toPage<Patient>(
        await callWithHeaders(routes.listPatients, { query, signal }),
        PAGE_SIZE,
      );
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export const usePatient = (id: string) =>
  useQuery({
    queryKey: keys.patient(id),
    queryFn: ({ signal }): Promise<Patient> => call(routes.getPatient, { params: { id }, signal }),
    refetchOnMount: 'always',
  });

/** The history of a patient, newest first, page by page. */
export const usePatientHistory = (id: string) =>
  useInfiniteQuery({
    queryKey: keys.history(id),
    queryFn: async ({ pageParam, signal }) => {
      const query = { page: String(pageParam), limit: String(PAGE_SIZE) };
      const answer = await callWithHeaders(routes.listPatientEntries, {
        params: { id },
        query,
        signal,
      });
      return toPage<PatientEntry>(answer, PAGE_SIZE);
    },
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    refetchOnMount: 'always',
  });

const useRefresh = () => {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: keys.all });
    // Names stand in the entries of treatments too.
    await client.invalidateQueries({ queryKey: ['registry'] });
  };
};

export const useUpdatePatient = () => useApiMutation(routes.updatePatient, useRefresh());
export const useMergePatients = () => useApiMutation(routes.mergePatients, useRefresh());

/** The patient's page leaves afterwards: nothing of the patient is asked for again. */
export const useErasePatient = () => {
  const client = useQueryClient();
  return useApiMutation(routes.erasePatient, async () => {
    await client.invalidateQueries({ queryKey: ['patients', 'list'] });
    await client.invalidateQueries({ queryKey: ['registry'] });
  });
};

/** The whole record of a patient, for a file. */
export const exportPatient = (id: string) => call(routes.exportPatient, { params: { id } });
