import type { PageValues } from '@ctdb/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { routeQuery, routes } from '@/lib/api';
import { pricingQuery } from './pricing';
import { configQuery } from './session';

/** Samples of the registry that visitors see without access. */
export const samplesQuery = routeQuery(['samples'], routes.listSampleCards);

/** The values that the gateway has inserted into the page; undefined on a page without them. */
export const readPageValues = ({ dataset }: HTMLElement): PageValues | undefined =>
  dataset.values === undefined ? undefined : (JSON.parse(dataset.values) as PageValues);

/** Makes the values of the page the answers of their calls. */
export const seedPageValues = (client: QueryClient, values: PageValues | undefined): void => {
  if (!values) return;
  client.setQueryData(configQuery.queryKey, values.config);
  if (values.samples) client.setQueryData(samplesQuery.queryKey, values.samples);
  if (values.pricing) client.setQueryData(pricingQuery.queryKey, values.pricing);
};
