import type { FreeSampleName } from '@ctdb/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { configQuery } from '@/lib/session';
import { registryKeys } from './queries';

/** The disease that visitors read free of charge. */
export const useFreeSample = (id: string) =>
  useQuery({
    queryKey: registryKeys.freeSample(id),
    queryFn: ({ signal }) => call(routes.getFreeSample, { params: { id }, signal }),
  });

/** Chooses a disease, which resolves with the one that it replaces, or ends that one is chosen. */
export const useFreeSampleChoice = () => {
  const client = useQueryClient();
  // Another gateway may show the former one for a minute.
  const setChosen = (freeSample: FreeSampleName | undefined) =>
    client.setQueryData(configQuery.queryKey, (config) => config && { ...config, freeSample });
  return {
    choose: async ({ id, nameEn, nameKn }: FreeSampleName) => {
      const { replaced } = await call(routes.chooseFreeSample, { params: { id } });
      setChosen({ id, nameEn, nameKn });
      return replaced;
    },
    end: async ({ id }: FreeSampleName) => {
      await call(routes.endFreeSample, { params: { id } });
      setChosen(undefined);
    },
  };
};
