import { z } from 'zod';
import { EngineError, type TranslationEngine } from './engine.js';
import { joinUrl, callEngine } from './http.js';

const translated = z
  .array(z.object({ translations: z.array(z.object({ text: z.string() })).min(1) }))
  .min(1);

/** Where Azure Translator listens. */
export const AZURE_URL = 'https://api.cognitive.microsofttranslator.com';

/** Azure Translator (v3); a regional resource needs its region beside the key. */
export const azureTranslator = (
  key: string,
  region?: string,
  url = AZURE_URL,
): TranslationEngine => ({
  name: 'azure',

  supportsKannada: () => Promise.resolve(true),

  async translate(text) {
    const [answer] = await callEngine({
      url: joinUrl(url, '/translate?api-version=3.0&from=en&to=kn'),
      headers: {
        'ocp-apim-subscription-key': key,
        ...(region && { 'ocp-apim-subscription-region': region }),
      },
      body: [{ Text: text }],
      answer: translated,
    });
    const first = answer?.translations[0];
    if (!first) throw new EngineError('the engine answered without a translation');
    return first.text;
  },
});
