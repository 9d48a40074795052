import type { Warning } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';

/** The text of a warning of the installation. Texts: `ops`. */
export const useWarningText = () => {
  const { t } = useTranslation('ops');
  const language = useLanguage();
  return ({ code, at }: Warning): string =>
    t(`warning.${code}`, { date: at && formatDateTime(at, language) });
};
