import type { ImageHealth } from '@ctdb/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { RUNNING_MS } from '@/lib/media-runs';

const key = ['image-health'];

/** What the last check of all images found; asked for again while one runs. */
export const useImageHealth = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(routes.getImageHealth, { signal }),
    refetchInterval: ({ state }) => (state.data?.last?.status === 'running' ? RUNNING_MS : false),
    refetchOnMount: 'always',
  });

/** Checks and repairs all images; the answer may come while the work still goes on. */
export const useFixImages = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(routes.fixImages),
    onSuccess: ({ message: _, ...last }) =>
      client.setQueryData<{ last?: ImageHealth }>(key, { last }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
};
