import type { ImportDetail, ImportSummary } from '@ctdb/contracts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, pagedQuery, routes } from '@/lib/api';

const POLL_MS = 1_000;
/** Imports on a page. */
const IMPORTS_PAGE_SIZE = 10;

const key = ['imports'];
const oneKey = (id: string) => [...key, 'one', id];

/** Whether a worker is busy with an import, or will be. */
export const isBusy = ({ status }: Pick<ImportSummary, 'status'>): boolean =>
  status === 'checking' || status === 'running' || status === 'undoing';

/** Imports, newest first; polled while one of them runs. */
export const useImports = (page: number) =>
  useQuery({
    ...pagedQuery([...key, 'list'], routes.listImports, { page, limit: IMPORTS_PAGE_SIZE }),
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? 2 * POLL_MS : false),
  });

/** One import; polled until its work is done. */
export const useImport = (id: string) => {
  const client = useQueryClient();
  return useQuery({
    queryKey: oneKey(id),
    queryFn: async ({ signal }) => {
      const detail = await call(routes.getImport, { params: { id }, signal });
      // It may have changed the registry since that was loaded.
      client.removeQueries({ queryKey: ['registry'] });
      return detail;
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && !isBusy(state.data) ? false : POLL_MS),
  });
};

/** Shows the new state of an import. */
export const storeImport = (client: QueryClient, detail: ImportDetail): void => {
  client.setQueryData(oneKey(detail.id), detail);
  void client.invalidateQueries({ queryKey: [...key, 'list'] });
};

interface ImportAction {
  action: 'run' | 'cancel' | 'undo';
  losses?: 'accepted';
}

/** Runs, cancels or undoes an import. Its losses are accepted when it is run. */
export const useImportAction = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, losses }: ImportAction) => {
      const params = { id };
      if (action === 'cancel') return call(routes.cancelImport, { params });
      if (action === 'undo') return call(routes.undoImport, { params });
      return call(routes.runImport, { params, query: losses ? { losses } : {} });
    },
    onSuccess: (detail) => storeImport(client, detail),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
};
