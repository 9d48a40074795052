import { useTranslation } from 'react-i18next';

/** How long something took, in words; seconds below two minutes. Needs the namespace `ops`. */
export const useLengthWords = () => {
  const { t } = useTranslation('ops');
  return (seconds: number): string =>
    seconds < 120
      ? t('time.seconds', { count: Math.round(seconds) })
      : t('time.minutes', { count: Math.round(seconds / 60) });
};
