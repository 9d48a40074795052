import type { TreatmentWithImages } from '@ctdb/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, findParams, routes } from '@/lib/api';
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
