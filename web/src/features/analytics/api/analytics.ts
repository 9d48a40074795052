import type { Analytics } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** The registry in figures, counted anew whenever the screen opens. */
export const useAnalytics = (enabled: boolean) =>
  useQuery({
    queryKey: ['analytics'],
    queryFn: ({ signal }): Promise<Analytics> => call(routes.getAnalytics, { signal }),
    refetchOnMount: 'always',
    enabled,
  });
