import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currentQuery, routes } from '@/lib/api';
import { useConfig } from '@/lib/session';
import { toast } from '@/lib/toast';

/** Checks the product's own domain when the page opens, and on demand. */
export const useDomainCheck = () => {
  const { t } = useTranslation(['ops', 'domainSetup']);
  const domain = useConfig()?.siteDomain;
  const query = useQuery({
    ...currentQuery(['dns', domain], routes.checkDns, { params: { domain: domain ?? '' } }),
    enabled: domain !== undefined,
  });
  const { error, errorUpdatedAt } = query;
  const tellFailure = useEffectEvent(() => {
    if (error) toast.error(t('check.failed'), { description: t('domainSetup:failed') });
  });
  useEffect(() => tellFailure(), [errorUpdatedAt]);

  /** Checks again and shows the result as a toast. */
  const check = async () => {
    const { data, isSuccess } = await query.refetch();
    if (isSuccess)
      toast.success(t('check.complete'), {
        description: t(data.isConfigured ? 'check.good' : 'check.needs'),
      });
  };
  return { domain, query, check };
};

/** See {@link useDomainCheck}. */
export type DomainCheck = ReturnType<typeof useDomainCheck>;
