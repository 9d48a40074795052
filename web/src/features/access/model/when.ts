import { useLanguage } from '@/i18n/use-language';
import { formatDate, formatTime } from '@/lib/dates';

/** Day and time of a moment, as the texts take them. */
export const useWhen = () => {
  const language = useLanguage();
  return (moment: string) => ({
    date: formatDate(moment, language),
    time: formatTime(moment, language),
  });
};
