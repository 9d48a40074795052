import type { Treatment, TreatmentWithImages, routes as contracts } from '@ctdb/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, paramsOf, routes } from '@/lib/api';
import { registryKeys } from './keys';

/** Converts only the error "no treatment" to null; rethrows all others. */
const fetchTreatment = async (
  diseaseId: string,
  signal: AbortSignal,
): Promise<TreatmentWithImages | null> => {
  try {
    return await call(routes.getTreatmentOfDisease, { params: { diseaseId }, signal });
  } catch (error) {
    if (paramsOf(error, 'NOT_FOUND')?.kind === 'treatment') return null;
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

type CreateBody = z.input<typeof contracts.createTreatment.body>;
type UpdateBody = z.input<typeof contracts.updateTreatment.body>;
type Protocols = z.input<typeof contracts.replaceProtocols.body>;

const useRefresh = (diseaseId: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: registryKeys.treatment(diseaseId) });
};

export const useCreateTreatment = (diseaseId: string) => {
  const refresh = useRefresh(diseaseId);
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateBody; key: string }): Promise<Treatment> =>
      call(routes.createTreatment, { body, idempotencyKey: key }),
    onSuccess: refresh,
  });
};

export const useUpdateTreatment = (diseaseId: string) => {
  const refresh = useRefresh(diseaseId);
  return useMutation({
    mutationFn: (update: { id: string; body: UpdateBody; version?: number | undefined }) =>
      call(routes.updateTreatment, {
        params: { id: update.id },
        body: update.body,
        ifMatch: update.version,
      }),
    onSuccess: refresh,
  });
};

export const useReplaceProtocols = (diseaseId: string) => {
  const refresh = useRefresh(diseaseId);
  return useMutation({
    mutationFn: (update: { id: string; body: Protocols; version?: number | undefined }) =>
      call(routes.replaceProtocols, {
        params: { id: update.id },
        body: update.body,
        ifMatch: update.version,
      }),
    onSuccess: refresh,
  });
};
