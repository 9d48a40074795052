import type { Disease, DiseaseInput, TrashKind } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { registryKeys } from './keys';

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: registryKeys.all });
};

/** Creates a disease; the same key with the same contents creates it once. */
export const useCreateDisease = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, key }: { body: DiseaseInput; key: string }): Promise<Disease> =>
      call(routes.createDisease, { body, idempotencyKey: key }),
    onSuccess: refresh,
  });
};

interface Update {
  id: string;
  body: DiseaseInput;
  /** The version that was edited; absent to overwrite any version. */
  version?: number | undefined;
}

export const useUpdateDisease = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body, version }: Update): Promise<Disease> =>
      call(routes.updateDisease, { params: { id }, body, ifMatch: version }),
    onSuccess: refresh,
  });
};

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
  });
};

/** Restores a deleted disease, note or history entry from the trash. */
export const useRestore = () => {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (params: { kind: TrashKind; id: string }) =>
      call(routes.restoreFromTrash, { params }),
    onSuccess: refresh,
  });
};
