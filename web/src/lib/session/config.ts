import type { PublicConfig } from '@ctdb/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n/use-language';
import { call, routes } from '@/lib/api';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }): Promise<PublicConfig> => call(routes.getConfig, { signal }),
});

const defaultName = { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' };

/** What the server tells everybody; undefined until it is known. */
export const useConfig = (): PublicConfig | undefined => useQuery(configQuery).data;

/** "Color Therapy Database", with the name that this installation is configured to have. */
export const useProductTitle = (): string => {
  const { t } = useTranslation();
  const language = useLanguage();
  return t('product.database', { name: (useConfig()?.productName ?? defaultName)[language] });
};
