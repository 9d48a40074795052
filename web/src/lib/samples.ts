import { queryOptions } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Samples of the registry that visitors see without access. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: ({ signal }) => call(routes.listSampleCards, { signal }),
});
