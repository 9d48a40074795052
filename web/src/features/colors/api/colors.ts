import { useQueryClient } from '@tanstack/react-query';
import { routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { colorsQuery } from '@/lib/colors';

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: colorsQuery.queryKey });
};

export const useAddColor = () => useApiMutation(routes.addColor, useRefresh());

export const useDeleteColor = () => useApiMutation(routes.deleteColor, useRefresh());
