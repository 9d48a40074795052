import type { Disease, RouteContract } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isCode, routes } from '@/lib/api';
import type { Endpoint } from '@/lib/api/routes';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { registryKeys } from './queries';

export const useDeleteDisease = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<Disease, 'id' | 'version'>) =>
      call(routes.deleteDisease, { params: { id }, ifMatch: version }),
    onSuccess: async (_done, { id }) => {
      // The disease is still on the screen: loading it again now would only show "not found".
      const later = { refetchType: 'none' } as const;
      await client.invalidateQueries({ queryKey: registryKeys.disease(id), ...later });
      await client.invalidateQueries({ queryKey: registryKeys.treatment(id), ...later });
      await client.invalidateQueries({ queryKey: registryKeys.lists });
    },
    onError: (error, { id }) =>
      isCode(error, 'VERSION_CONFLICT')
        ? client.invalidateQueries({ queryKey: registryKeys.disease(id) })
        : undefined,
  });
};

/** Restores a deleted disease, note or history entry from the trash. */
export const useRestoreRecord = () => {
  const client = useQueryClient();
  return useApiMutation(routes.restoreFromTrash, () => {
    // Restoring makes a new version: the one before the deletion must not be shown first.
    client.removeQueries({ queryKey: registryKeys.all, type: 'inactive' });
    return client.invalidateQueries({ queryKey: registryKeys.all });
  });
};

/** Reloads the treatment that is shown, with its entries and images. */
export const useRefreshTreatment = () => {
  const client = useQueryClient();
  return async () => {
    // Filters of the list go by treatments.
    void client.invalidateQueries({ queryKey: registryKeys.lists });
    await Promise.all([
      client.invalidateQueries({ queryKey: registryKeys.treatments }),
      client.invalidateQueries({ queryKey: registryKeys.older }),
    ]);
  };
};

/** A change of a disease's treatment, of its entries or images, which are then loaded again. */
export const useTreatmentMutation = <R extends RouteContract>(route: Endpoint<R>) =>
  useApiMutation(route, useRefreshTreatment());

/** Marks a disease, or takes the mark off. */
export const useMarkFavorite = (isFavorite: boolean) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      isFavorite
        ? call(routes.removeFavorite, { params: { id } })
        : call(routes.addFavorite, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: registryKeys.personal('favorites') }),
  });
};

/** A disease counts as viewed when it was shown for so long. */
const VIEWED_AFTER_MS = 1_000;

/** Notes that the reader has viewed a disease; undefined: none. */
export const useViewed = (id: string | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return undefined;
    const note = async () => {
      // Another visit notes it again.
      await call(routes.addRecent, { params: { id } }).catch(() => undefined);
      // A list that is shown keeps its order while the reader goes through it.
      const queryKey = registryKeys.personal('recent');
      await client.invalidateQueries({ queryKey, refetchType: 'none' });
    };
    const timer = setTimeout(() => void note(), VIEWED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, id]);
};
