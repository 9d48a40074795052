import type { Warning } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/ui/notice';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';

/** One red notice for each warning of the installation. Texts: `ops`. */
export function Warnings({ warnings = [] }: { warnings: readonly Warning[] | undefined }) {
  const { t } = useTranslation('ops');
  const language = useLanguage();
  return warnings.map(({ code, at }) => (
    <Notice key={code} tone="danger">
      {t(`warning.${code}`, { date: at && formatDateTime(at, language) })}
    </Notice>
  ));
}
