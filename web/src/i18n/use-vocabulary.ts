import {
  ALL_CATEGORIES,
  categoryNamesKn,
  type Category,
  type Outcome,
  type ProtocolColour,
} from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from './use-language';

/** The words of the contracts' enumerations. The screen's route must load `vocabulary`. */
export const useVocabulary = () => {
  const { t } = useTranslation('vocabulary');
  const language = useLanguage();
  return {
    category: (value: Category | typeof ALL_CATEGORIES): string => {
      if (value === ALL_CATEGORIES) return t('allCategories');
      return language === 'kn' ? categoryNamesKn[value] : value;
    },
    outcome: (value: Outcome): string => t(`outcome.${value}`),
    colour: (value: ProtocolColour): string => t(`colour.${value}`),
  };
};
