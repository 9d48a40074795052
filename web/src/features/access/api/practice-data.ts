import type { ResponseOf, routes as contracts } from '@ctdb/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';
import type { TypedCode } from './restore';

/** When the data of this browser's practice will be erased. A change of purchases reloads it. */
export const erasureQuery = queryOptions({
  queryKey: ['purchases', 'erasure'],
  queryFn: ({ signal }) => call(routes.getErasure, { signal }),
});

/** The actions of a buyer on all data, by access code. */
export type DataAction = 'save' | 'erase';

interface RequestedAction {
  action: DataAction;
  body: TypedCode;
}

/** Saves all data as a file, or plans its erasure; returns when it will be erased. */
export const useDataAction = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      action,
      body,
    }: RequestedAction): Promise<ResponseOf<typeof contracts.requestErasure>> => {
      if (action === 'save') {
        saveFile(await download(routes.exportPracticeData, { body }));
        return {};
      }
      const state = await call(routes.requestErasure, { body });
      client.setQueryData(erasureQuery.queryKey, state);
      return state;
    },
  });
};

/** Takes the planned erasure back. */
export const useCancelErasure = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.cancelErasure),
    onSettled: () => client.invalidateQueries({ queryKey: erasureQuery.queryKey }),
  });
};
