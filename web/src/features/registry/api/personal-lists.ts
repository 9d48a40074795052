import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, routes } from '@/lib/api';
import { registryKeys } from './keys';

/** A disease counts as viewed when it was shown for so long. */
const VIEWED_AFTER_MS = 1_000;

/** Marks a disease, or takes the mark off. */
export const useMarkFavorite = (isFavorite: boolean) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      isFavorite
        ? call(routes.removeFavorite, { params: { id } })
        : call(routes.addFavorite, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: registryKeys.personal('favorites') }),
  });
};

/** Notes that the reader has viewed a disease; undefined: none. */
export const useViewed = (id: string | undefined): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (id === undefined) return undefined;
    const note = async () => {
      // Another visit notes it again.
      await call(routes.addRecent, { params: { id } }).catch(() => undefined);
      // A list that is shown keeps its order while the reader goes through it.
      const queryKey = registryKeys.personal('recent');
      await client.invalidateQueries({ queryKey, refetchType: 'none' });
    };
    const timer = setTimeout(() => void note(), VIEWED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, id]);
};
