import type { CatalogConfig } from '../config.js';
import { azureTranslator } from './engines/azure.js';
import type { TranslationEngine } from './engines/engine.js';
import { googleTranslation } from './engines/google.js';
import { libreTranslate } from './engines/libretranslate.js';

type TranslateConfig = Pick<
  CatalogConfig,
  'TRANSLATE_ENGINE' | 'TRANSLATE_URL' | 'TRANSLATE_KEY' | 'TRANSLATE_REGION'
>;

/** The engine that the environment names; the configuration has checked that its parts are there. */
export const createTranslationEngine = ({
  TRANSLATE_ENGINE: name,
  TRANSLATE_URL: url,
  TRANSLATE_KEY: key = '',
  TRANSLATE_REGION: region,
}: TranslateConfig): TranslationEngine | null => {
  switch (name) {
    case 'none':
      return null;
    case 'libretranslate':
      return libreTranslate(url ?? '', key);
    case 'google':
      return googleTranslation(key, url);
    case 'azure':
      return azureTranslator(key, region, url);
  }
};
