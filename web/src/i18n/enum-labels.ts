import {
  ALL_CATEGORIES,
  type Category,
  categoryNamesKn,
  type Outcome,
  type Color,
  isProtocolColor,
} from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { getName, type Language, useLanguage } from '@/lib/language';

/** Names and shade of an added color. */
export type ColorLook = Pick<Color, 'nameEn' | 'nameKn' | 'value'>;

/**
 * The words of the contracts' enumerations, in the reader's language if none is given. The screen's
 * route must load `vocabulary`.
 */
export const useEnumLabels = (given?: Language) => {
  const current = useLanguage();
  const language = given ?? current;
  const { t } = useTranslation('vocabulary', { lng: language });
  return {
    category: (value: Category | typeof ALL_CATEGORIES): string => {
      if (value === ALL_CATEGORIES) return t('allCategories');
      return language === 'kn' ? categoryNamesKn[value] : value;
    },
    outcome: (value: Outcome): string => t(`outcome.${value}`),
    /** The name of a built-in color, or by its look that of an added one. */
    color: (value: string, look?: ColorLook): string => {
      if (look) return getName(look, language);
      return isProtocolColor(value) ? t(`color.${value}`) : '';
    },
  };
};

/** From here on a duration is shown in hours and days. */
export const LONG_DURATION_SECONDS = 7_200;

/** Whole hours and days: "5 hours", "29 days 23 hours". */
const useLongDurationText = () => {
  const { t } = useTranslation();
  return (seconds: number): string => {
    const hours = Math.floor(seconds / 3_600);
    const days = Math.floor(hours / 24);
    const parts = [
      days > 0 && t('duration.days', { count: days }),
      hours % 24 > 0 && t('duration.hours', { count: hours % 24 }),
    ];
    return parts.filter(Boolean).join(' ');
  };
};

const pad = (part: number): string => String(part).padStart(2, '0');

/** Seconds as a clock: "59:07", "1:59:59". */
const formatRemaining = (seconds: number): string => {
  const rest = Math.ceil(seconds);
  const hours = Math.floor(rest / 3_600);
  const clock = `${pad(Math.floor(rest / 60) % 60)}:${pad(rest % 60)}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
};

/** Remaining time: a clock up to two hours. */
export const useRemainingText = () => {
  const longText = useLongDurationText();
  return (seconds: number): string =>
    seconds > LONG_DURATION_SECONDS ? longText(seconds) : formatRemaining(seconds);
};

/** How long something took, in words; seconds below two minutes. Needs the namespace `ops`. */
export const useDurationText = () => {
  const { t } = useTranslation('ops');
  const longText = useLongDurationText();
  return (seconds: number): string => {
    if (seconds < 120) return t('time.seconds', { count: Math.round(seconds) });
    if (seconds > LONG_DURATION_SECONDS) return longText(seconds);
    return t('time.minutes', { count: Math.round(seconds / 60) });
  };
};
