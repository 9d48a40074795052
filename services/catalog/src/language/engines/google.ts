import { z } from 'zod';
import { EngineError, type TranslationEngine } from './engine.js';
import { joinUrl, callEngine } from './http.js';

const translated = z.object({
  data: z.object({ translations: z.array(z.object({ translatedText: z.string() })).min(1) }),
});

/** Where Google Cloud Translation listens. */
export const GOOGLE_URL = 'https://translation.googleapis.com';

/** Google Cloud Translation, Basic (v2); the key goes in a header, so that no address holds it. */
export const googleTranslation = (key: string, url = GOOGLE_URL): TranslationEngine => ({
  name: 'google',

  supportsKannada: () => Promise.resolve(true),

  async translate(text) {
    const { data } = await callEngine({
      url: joinUrl(url, '/language/translate/v2'),
      headers: { 'x-goog-api-key': key },
      body: { q: [text], source: 'en', target: 'kn', format: 'text' },
      answer: translated,
    });
    const [first] = data.translations;
    if (!first) throw new EngineError('the engine answered without a translation');
    return first.translatedText;
  },
});
