import type { Warning } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useDates } from '@/lib/dates';

/** The text of a warning of the installation. Texts: `ops`. */
export const useWarningText = () => {
  const { t } = useTranslation('ops');
  const { formatDateTime } = useDates();
  return ({ code, at }: Warning): string =>
    t(`warning.${code}`, { date: at && formatDateTime(at) });
};
