import {
  ALL_CATEGORIES,
  type Category,
  categoryNamesKn,
  type Outcome,
  type Color,
  isProtocolColor,
} from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { getName, type Language, useLanguage } from './language';

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

/** How long something took, in words; seconds below two minutes. Needs the namespace `ops`. */
export const useDurationText = () => {
  const { t } = useTranslation('ops');
  return (seconds: number): string =>
    seconds < 120
      ? t('time.seconds', { count: Math.round(seconds) })
      : t('time.minutes', { count: Math.round(seconds / 60) });
};
