import { useQueryClient } from '@tanstack/react-query';
import { routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { registryKeys } from './keys';

/** Reloads the treatment of a disease, with its entries and images. */
export const useRefreshTreatment = (diseaseId: string) => {
  const client = useQueryClient();
  return async () => {
    // Filters of the list go by treatments.
    void client.invalidateQueries({ queryKey: registryKeys.lists });
    await client.invalidateQueries({ queryKey: registryKeys.treatment(diseaseId) });
  };
};

export const useCreateTreatment = (diseaseId: string) =>
  useApiMutation(routes.createTreatment, useRefreshTreatment(diseaseId));

export const useUpdateTreatment = (diseaseId: string) =>
  useApiMutation(routes.updateTreatment, useRefreshTreatment(diseaseId));

export const useReviewTranslation = (diseaseId: string) =>
  useApiMutation(routes.reviewTranslation, useRefreshTreatment(diseaseId));

export const useReplaceProtocols = (diseaseId: string) =>
  useApiMutation(routes.replaceProtocols, useRefreshTreatment(diseaseId));
