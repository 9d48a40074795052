import type { Color } from '@ctdb/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** A color that an administrator added, or a protocol's copy of it. */
export type AddedColor = Omit<Color, 'createdAt'>;

export const colorsQuery = queryOptions({
  queryKey: ['colors'],
  queryFn: ({ signal }) => call(routes.listColors, { signal }),
});

/** The colors that administrators added; reloaded, because another administrator may change them. */
export const useColors = () => useQuery({ ...colorsQuery, refetchOnMount: 'always' });
