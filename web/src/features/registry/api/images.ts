import type { routes as contracts } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, routes } from '@/lib/api';
import { registryKeys } from './keys';

type UpdateBody = z.input<typeof contracts.updateImage.body>;

/** Reloads the treatment with its images. */
export const useRefreshImages = (diseaseId: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: registryKeys.treatment(diseaseId) });
};

export const useUpdateImage = (diseaseId: string) => {
  const refresh = useRefreshImages(diseaseId);
  return useMutation({
    mutationFn: (update: { id: string; body: UpdateBody; version: number }) =>
      call(routes.updateImage, {
        params: { id: update.id },
        body: update.body,
        ifMatch: update.version,
      }),
    onSuccess: refresh,
  });
};

export const useDeleteImage = (diseaseId: string) => {
  const refresh = useRefreshImages(diseaseId);
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      call(routes.deleteImage, { params: { id }, ifMatch: version }),
    // Also after a failure, because the screen may show an outdated state.
    onSettled: refresh,
  });
};

/** Restores an image from the trash. */
export const useRestoreImage = (diseaseId: string) => {
  const refresh = useRefreshImages(diseaseId);
  return useMutation({
    mutationFn: (id: string) => call(routes.restoreImage, { params: { id } }),
    onSuccess: refresh,
  });
};
