import { z } from 'zod';
import type { CatalogConfig } from '../../config.js';
import { callEngine, joinUrl } from './http.js';

/** Translates English into Kannada, somewhere else. Texts never reach a log. */
export interface TranslationEngine {
  /** As shown beside a text that it wrote. */
  readonly name: string;
  /** Whether it translates into Kannada; rejects with `EngineError` when it cannot be asked. */
  supportsKannada(): Promise<boolean>;
  /** The Kannada text; rejects with `EngineError`. */
  translate(text: string): Promise<string>;
}

const oneOrMore = <S extends z.ZodType>(item: S) => z.tuple([item]).rest(item);

const libreLanguages = z.array(
  z.object({ code: z.string(), targets: z.array(z.string()).optional() }),
);
const libreAnswer = z.object({ translatedText: z.string() });

/** LibreTranslate and what speaks like it; `GET /languages` says which languages it has. */
export const libreTranslate = (url: string, key?: string): TranslationEngine => ({
  name: 'libretranslate',

  async supportsKannada() {
    const list = await callEngine({ url: joinUrl(url, '/languages'), answer: libreLanguages });
    const english = list.find(({ code }) => code === 'en');
    return (
      english?.targets?.includes('kn') ?? (!!english && list.some(({ code }) => code === 'kn'))
    );
  },

  async translate(text) {
    const { translatedText } = await callEngine({
      url: joinUrl(url, '/translate'),
      body: { q: text, source: 'en', target: 'kn', format: 'text', ...(key && { api_key: key }) },
      answer: libreAnswer,
    });
    return translatedText;
  },
});

const googleAnswer = z.object({
  data: z.object({ translations: oneOrMore(z.object({ translatedText: z.string() })) }),
});

/** Google Cloud Translation, Basic (v2); the key goes in a header, so that no address holds it. */
export const googleTranslation = (
  key: string,
  url = 'https://translation.googleapis.com',
): TranslationEngine => ({
  name: 'google',

  supportsKannada: () => Promise.resolve(true),

  async translate(text) {
    const { data } = await callEngine({
      url: joinUrl(url, '/language/translate/v2'),
      headers: { 'x-goog-api-key': key },
      body: { q: [text], source: 'en', target: 'kn', format: 'text' },
      answer: googleAnswer,
    });
    return data.translations[0].translatedText;
  },
});

const azureAnswer = oneOrMore(
  z.object({ translations: oneOrMore(z.object({ text: z.string() })) }),
);

/** Azure Translator (v3); a regional resource needs its region beside the key. */
export const azureTranslator = (
  key: string,
  region?: string,
  url = 'https://api.cognitive.microsofttranslator.com',
): TranslationEngine => ({
  name: 'azure',

  supportsKannada: () => Promise.resolve(true),

  async translate(text) {
    const [{ translations }] = await callEngine({
      url: joinUrl(url, '/translate?api-version=3.0&from=en&to=kn'),
      headers: {
        'ocp-apim-subscription-key': key,
        ...(region && { 'ocp-apim-subscription-region': region }),
      },
      body: [{ Text: text }],
      answer: azureAnswer,
    });
    return translations[0].text;
  },
});

/** The engine that the environment names; the configuration has checked that its parts are there. */
export const createTranslationEngine = ({
  TRANSLATE_ENGINE: name,
  TRANSLATE_URL: url,
  TRANSLATE_KEY: key = '',
  TRANSLATE_REGION: region,
}: CatalogConfig): TranslationEngine | null => {
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
