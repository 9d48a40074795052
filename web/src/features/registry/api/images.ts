import { useMutation } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { useRefreshTreatment } from './change-treatment';

export const useUpdateImage = (diseaseId: string) =>
  useApiMutation(routes.updateImage, useRefreshTreatment(diseaseId));

export const useDeleteImage = (diseaseId: string) => {
  const refresh = useRefreshTreatment(diseaseId);
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      call(routes.deleteImage, { params: { id }, ifMatch: version }),
    // Also after a failure, because the screen may show an outdated state.
    onSettled: refresh,
  });
};

/** Restores an image from the trash. */
export const useRestoreImage = (diseaseId: string) =>
  useApiMutation(routes.restoreImage, useRefreshTreatment(diseaseId));
