import { format } from 'date-fns/format';
import { enUS } from 'date-fns/locale/en-US';
import { kn } from 'date-fns/locale/kn';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n/use-language';

const locales = { en: enUS, kn };

/** Steps begin at midnight UTC: their calendar day is the same for every reader. */
const calendarDay = (start: string): Date => {
  const [year = 0, month = 1, day = 1] = start.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, day);
};

/** Names of a week or month: short for an axis, long for a table. */
export const useStepLabel = (step: 'week' | 'month') => {
  const { t } = useTranslation('trends');
  const language = useLanguage();
  const write = (start: string, pattern: string) =>
    format(calendarDay(start), pattern, { locale: locales[language] });
  return {
    short: (start: string) => write(start, step === 'week' ? 'MMM d' : 'MMM yy'),
    long: (start: string) =>
      step === 'week'
        ? t('weekOf', { date: write(start, 'MMMM d, yyyy') })
        : write(start, 'MMMM yyyy'),
  };
};
