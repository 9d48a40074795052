import type { DnsCheck } from '@ctdb/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isCode } from '@/lib/api';
import { checkDns } from '@/lib/dns-check';
import { toast } from '@/lib/toast';

/** Checks domains one at a time; the last result stays until there is another. */
export const useCheck = () => {
  const { t } = useTranslation(['ops', 'dns']);
  return useMutation({
    mutationFn: (domain: string): Promise<DnsCheck> => checkDns(domain),
    onSuccess: ({ isConfigured }) =>
      toast.success(t('check.complete'), {
        description: t(isConfigured ? 'check.good' : 'check.needs'),
      }),
    onError: (error) => {
      // That is said under the field.
      if (!isCode(error, 'DOMAIN_NOT_VALID'))
        toast.error(t('check.failed'), { description: t('dns:failed') });
    },
  });
};
