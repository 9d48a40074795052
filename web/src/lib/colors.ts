import type { Color } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { currentQuery, routes } from '@/lib/api';

/** A color that an administrator added, or a protocol's copy of it. */
export type AddedColor = Omit<Color, 'createdAt'>;

export const colorsQuery = currentQuery(['colors'], routes.listColors);

/** The colors that administrators added; another administrator may change them. */
export const useColors = () => useQuery(colorsQuery);
