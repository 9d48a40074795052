import type { TeamPerson } from '@ctdb/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callWithHeaders, routes, toPage } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const PAGE_SIZE = 50;

/** One page of the persons of the team. Another owner may change them: load the current state. */
export const usePeople = (page: number) =>
  useQuery({
    queryKey: ['people', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(PAGE_SIZE) };
      return toPage<TeamPerson>(
        await callWithHeaders(routes.listPeople, { query, signal }),
        PAGE_SIZE,
      );
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['people'] });
};

export const useInvitePerson = () => useApiMutation(routes.invitePerson, useRefresh());
export const useChangeRole = () => useApiMutation(routes.changePersonRole, useRefresh());
export const useSetContact = () => useApiMutation(routes.setPersonContact, useRefresh());
export const useSetDisabled = () => useApiMutation(routes.setPersonDisabled, useRefresh());
export const useErasePerson = () => useApiMutation(routes.erasePerson, useRefresh());
export const useRemoveFactors = () => useApiMutation(routes.removePersonFactors, useRefresh());
export const useCreateLink = () => useApiMutation(routes.createPersonLink, useRefresh());
export const useSendLink = () => useApiMutation(routes.sendPersonLink, useRefresh());
export const useEndSessions = () => useApiMutation(routes.endPersonSessions, useRefresh());
