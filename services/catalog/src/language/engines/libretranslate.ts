import { z } from 'zod';
import type { TranslationEngine } from './engine.js';
import { joinUrl, callEngine } from './http.js';

const languages = z.array(z.object({ code: z.string(), targets: z.array(z.string()).optional() }));
const translated = z.object({ translatedText: z.string() });

/** LibreTranslate and what speaks like it; `GET /languages` says which languages it has. */
export const libreTranslate = (url: string, key?: string): TranslationEngine => ({
  name: 'libretranslate',

  async supportsKannada() {
    const list = await callEngine({ url: joinUrl(url, '/languages'), answer: languages });
    const english = list.find(({ code }) => code === 'en');
    return (
      english?.targets?.includes('kn') ?? (!!english && list.some(({ code }) => code === 'kn'))
    );
  },

  async translate(text) {
    const { translatedText } = await callEngine({
      url: joinUrl(url, '/translate'),
      body: { q: text, source: 'en', target: 'kn', format: 'text', ...(key && { api_key: key }) },
      answer: translated,
    });
    return translatedText;
  },
});
