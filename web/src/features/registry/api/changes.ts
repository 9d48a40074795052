import type { PartInput, RouteContract, routes as contracts } from '@ctdb/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { call, isCode, routes } from '@/lib/api';
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

/** Creates the treatment of a disease. If there is one already, leaves that as it is. */
export const ensureTreatment = async (
  body: PartInput<typeof contracts.createTreatment, 'body'>,
  idempotencyKey: string,
) => {
  try {
    const { id } = await call(routes.createTreatment, { body, idempotencyKey });
    return { id, isNew: true };
  } catch (error) {
    if (!isCode(error, 'TREATMENT_EXISTS')) throw error;
    // Another administrator has created the treatment first.
    const params = { diseaseId: body.diseaseId };
    const { id } = await call(routes.getTreatmentOfDisease, { params });
    return { id, isNew: false };
  }
};
