import type { RouteContract } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { routes } from '@/lib/api';
import type { Endpoint } from '@/lib/api/routes';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { registryKeys } from './queries';

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
