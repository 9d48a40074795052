import type { TreatmentWithImages } from '@ctdb/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, findParams, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { registryKeys } from './keys';

/** Converts only the error "no treatment" to null; rethrows all others. */
const fetchTreatment = async (
  diseaseId: string,
  signal: AbortSignal,
): Promise<TreatmentWithImages | null> => {
  try {
    return await call(routes.getTreatmentOfDisease, { params: { diseaseId }, signal });
  } catch (error) {
    if (findParams(error, 'NOT_FOUND')?.kind === 'treatment') return null;
    throw error;
  }
};

export const treatmentQuery = (diseaseId: string) =>
  queryOptions({
    queryKey: registryKeys.treatment(diseaseId),
    queryFn: ({ signal }) => fetchTreatment(diseaseId, signal),
  });

/**
 * The treatment of a disease with its entries and images; null if there is none yet. `enabled` is
 * false while the reader has no access.
 */
export const useTreatment = (diseaseId: string, enabled = true) =>
  useQuery({ ...treatmentQuery(diseaseId), enabled });

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
