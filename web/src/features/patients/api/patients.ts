import type { exportPatient, ReplyOf } from '@ctdb/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const PAGE_SIZE = 50;
type PatientExport = ReplyOf<typeof exportPatient>;
const keys = {
  all: ['patients'],
  list: (wanted: WantedPatients) => ['patients', 'list', wanted],
  record: (id: string) => ['patients', id],
} as const;

/** Which patients are listed. */
export interface WantedPatients {
  /** Begins of words of the name; blank: all. */
  name: string;
  /** Those to follow up until this day; blank: all. */
  dueUntil: string;
  page: number;
}

/** One page of patients. Asks for the current state. */
export const usePatients = (wanted: WantedPatients) =>
  useQuery({
    queryKey: keys.list(wanted),
    queryFn: async ({ signal }) => {
      const { name, dueUntil, page } = wanted;
      const due = dueUntil && { dueUntil };
      const query = { page: String(page), limit: String(PAGE_SIZE) };
      const answer = name
        ? callWithHeaders(routes.searchPatients, { query, body: { name, ...due }, signal })
        : callWithHeaders(routes.listPatients, { query: { ...query, ...due }, signal });
      return toPage(await answer, PAGE_SIZE);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** The patient with the whole history, so that the browser prints all of it. */
export const usePatientRecord = (id: string) =>
  useQuery({
    queryKey: keys.record(id),
    queryFn: ({ signal }): Promise<PatientExport> =>
      call(routes.exportPatient, { params: { id }, signal }),
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
