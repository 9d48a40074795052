import type { Disease } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, isCode, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { registryKeys } from './keys';

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: registryKeys.all });
};

/** Creates a disease; the same key with the same contents creates it once. */
export const useCreateDisease = () => useApiMutation(routes.createDisease, useRefresh());

/** Changes a disease; without `ifMatch` it overwrites any version. */
export const useUpdateDisease = () => useApiMutation(routes.updateDisease, useRefresh());

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
  const refresh = useRefresh();
  return useApiMutation(routes.restoreFromTrash, () => {
    // Restoring makes a new version: the one before the deletion must not be shown first.
    client.removeQueries({ queryKey: registryKeys.all, type: 'inactive' });
    return refresh();
  });
};
