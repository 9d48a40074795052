import type { LegalPageName } from '@ctdb/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routeQuery, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

/** The text of a public page in both languages. */
export const legalPageQuery = (page: LegalPageName) =>
  routeQuery(['legal', page], routes.getLegalPage, { params: { page } });

/** The same for its form: loaded anew each time the form is opened. */
export const useEditedLegalPage = (page: LegalPageName) =>
  useQuery({ ...legalPageQuery(page), queryKey: ['legal', page, 'edited'], gcTime: 0 });

/** Replaces the text of a page. */
export const useSetLegalPage = (page: LegalPageName) => {
  const client = useQueryClient();
  return useApiMutation(routes.setLegalPage, () =>
    client.invalidateQueries({ queryKey: ['legal', page] }),
  );
};
