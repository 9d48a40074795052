import { z } from 'zod';
import type { CatalogConfig } from '../config.js';

/** Translates English into Kannada, somewhere else. Texts never reach a log. */
export interface TranslationEngine {
  /** The name that is shown beside a text of this engine. */
  readonly name: string;
  /** Whether it translates into Kannada; rejects with `EngineError` when it cannot be asked. */
  supportsKannada(): Promise<boolean>;
  /** The Kannada text; rejects with `EngineError`. */
  translate(text: string): Promise<string>;
}

/** An engine that did not do its work. The message never holds what it was asked or answered. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** One call of an engine's HTTP interface. */
interface EngineCall<T> {
  /** The engine's address, which may have a path of its own. */
  base: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON with POST; without it the call is a GET. */
  body?: unknown;
  /** What the answer must look like, and what is taken of it. */
  answer: z.ZodType<T>;
  timeoutMs?: number;
}

/** Less than the 20 s that the caller of a translation waits. */
const ENGINE_TIMEOUT_MS = 15_000;

// Of what went wrong only its kind: a message of fetch or of the parser may quote the text.
const toErrorKind = (error: unknown) =>
  new EngineError(
    (error as { name?: unknown }).name === 'TimeoutError'
      ? 'the engine did not answer in time'
      : 'the engine could not be reached',
  );

/** Calls an engine; anything but an answer of the expected shape is an {@link EngineError}. */
export const callEngine = async <T>({
  base,
  path,
  headers,
  body,
  answer,
  timeoutMs = ENGINE_TIMEOUT_MS,
}: EngineCall<T>): Promise<T> => {
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(new URL(`${base.replace(/\/+$/, '')}${path}`), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would carry the key somewhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    content = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
  } catch (error) {
    throw toErrorKind(error);
  }
  if (!response.ok) throw new EngineError(`the engine answered with status ${response.status}`);
  const parsed = answer.safeParse(content);
  if (!parsed.success) throw new EngineError('the engine answered in an unknown form');
  return parsed.data;
};

const oneOrMore = <S extends z.ZodType>(item: S) => z.tuple([item]).rest(item);

const libreLanguages = z.array(
  z.object({ code: z.string(), targets: z.array(z.string()).optional() }),
);
const libreAnswer = z.object({ translatedText: z.string() });

/** LibreTranslate and what speaks like it; `GET /languages` says which languages it has. */
export const libreTranslate = (base: string, key?: string): TranslationEngine => ({
  name: 'libretranslate',

  async supportsKannada() {
    const list = await callEngine({ base, path: '/languages', answer: libreLanguages });
    const english = list.find(({ code }) => code === 'en');
    return (
      english?.targets?.includes('kn') ?? (!!english && list.some(({ code }) => code === 'kn'))
    );
  },

  translate: (text) =>
    callEngine({
      base,
      path: '/translate',
      body: { q: text, source: 'en', target: 'kn', format: 'text', ...(key && { api_key: key }) },
      answer: libreAnswer.transform(({ translatedText }) => translatedText),
    }),
});

const googleAnswer = z.object({
  data: z.object({ translations: oneOrMore(z.object({ translatedText: z.string() })) }),
});

/** Google Cloud Translation, Basic (v2); the key goes in a header, so that no address holds it. */
export const googleTranslation = (
  key: string,
  base = 'https://translation.googleapis.com',
): TranslationEngine => ({
  name: 'google',
  supportsKannada: () => Promise.resolve(true),
  translate: (text) =>
    callEngine({
      base,
      path: '/language/translate/v2',
      headers: { 'x-goog-api-key': key },
      body: { q: [text], source: 'en', target: 'kn', format: 'text' },
      answer: googleAnswer.transform(({ data }) => data.translations[0].translatedText),
    }),
});

const azureAnswer = oneOrMore(
  z.object({ translations: oneOrMore(z.object({ text: z.string() })) }),
);

/** Azure Translator (v3); a regional resource needs its region beside the key. */
export const azureTranslator = (
  key: string,
  region?: string,
  base = 'https://api.cognitive.microsofttranslator.com',
): TranslationEngine => ({
  name: 'azure',
  supportsKannada: () => Promise.resolve(true),
  translate: (text) =>
    callEngine({
      base,
      path: '/translate?api-version=3.0&from=en&to=kn',
      headers: {
        'ocp-apim-subscription-key': key,
        ...(region && { 'ocp-apim-subscription-region': region }),
      },
      body: [{ Text: text }],
      answer: azureAnswer.transform(([{ translations }]) => translations[0].text),
    }),
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
