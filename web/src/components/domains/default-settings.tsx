import type { DnsCheck } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { useConfig } from '@/lib/session';

type Check = Pick<DnsCheck, 'usesDefaults' | 'expected'>;

/** Says that nobody has told this installation its own domain and address yet. */
export function DefaultSettings({ check }: { check: Check }) {
  const { t } = useTranslation('ops');
  const domain = useConfig()?.siteDomain ?? '';
  if (!check.usesDefaults) return null;
  return (
    <Notice tone="caution">{t('check.defaults', { domain, address: check.expected.a })}</Notice>
  );
}
