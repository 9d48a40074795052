import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { azureTranslator } from '../src/language/engines/azure.js';
import { EngineError, type TranslationEngine } from '../src/language/engines/engine.js';
import { googleTranslation } from '../src/language/engines/google.js';
import { libreTranslate } from '../src/language/engines/libretranslate.js';
import { callEngine } from '../src/language/engines/http.js';
import { engineServer, type EngineAnswer } from './support/engine-server.js';

const TEXT = 'Rest "well" <b> & ನಿದ್ರೆ';
const KANNADA = 'ಚೆನ್ನಾಗಿ ವಿಶ್ರಾಂತಿ ಪಡೆಯಿರಿ';

describe('LibreTranslate', () => {
  it('gets text and key in the body, and answers with a text', async () => {
    const server = await engineServer(() => ({ body: { translatedText: KANNADA } }));
    expect(await libreTranslate(`${server.url}/base/`, 'secret').translate(TEXT)).toBe(KANNADA);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/base/translate',
        headers: { 'content-type': 'application/json' },
        body: { q: TEXT, source: 'en', target: 'kn', format: 'text', api_key: 'secret' },
      },
    ]);
  });

  it('sends no key where none is set', async () => {
    const server = await engineServer(() => ({ body: { translatedText: KANNADA } }));
    await libreTranslate(server.url).translate(TEXT);
    expect(server.requests[0]?.body).not.toHaveProperty('api_key');
  });

  it.each([
    [[{ code: 'en', name: 'English', targets: ['de', 'kn'] }], true],
    [
      [
        { code: 'en', name: 'English', targets: ['de', 'hi'] },
        { code: 'kn', targets: [] },
      ],
      false,
    ],
    [
      [
        { code: 'en', name: 'English' },
        { code: 'kn', name: 'Kannada' },
      ],
      true,
    ],
    [[{ code: 'de', name: 'German', targets: ['kn'] }], false],
    [[], false],
  ])('knows Kannada or not by its list %j', async (languages, known) => {
    const server = await engineServer(() => ({ body: languages }));
    expect(await libreTranslate(server.url).supportsKannada()).toBe(known);
    expect(server.requests).toMatchObject([{ method: 'GET', path: '/languages' }]);
  });
});

describe('Google Cloud Translation', () => {
  it('gets the key in a header and the text in the body', async () => {
    const server = await engineServer(() => ({
      body: { data: { translations: [{ translatedText: KANNADA }] } },
    }));
    expect(await googleTranslation('secret', server.url).translate(TEXT)).toBe(KANNADA);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/language/translate/v2',
        headers: { 'x-goog-api-key': 'secret' },
        body: { q: [TEXT], source: 'en', target: 'kn', format: 'text' },
      },
    ]);
  });
});

describe('Azure Translator', () => {
  it('gets key and region in headers, languages in the address', async () => {
    const server = await engineServer(() => ({
      body: [{ translations: [{ text: KANNADA, to: 'kn' }] }],
    }));
    const engine = azureTranslator('secret', 'centralindia', server.url);
    expect(await engine.translate(TEXT)).toBe(KANNADA);
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/translate?api-version=3.0&from=en&to=kn',
        headers: {
          'ocp-apim-subscription-key': 'secret',
          'ocp-apim-subscription-region': 'centralindia',
        },
        body: [{ Text: TEXT }],
      },
    ]);
  });
});

describe('any engine', () => {
  const engines: [string, (url: string) => TranslationEngine][] = [
    ['libretranslate', (url) => libreTranslate(url)],
    ['google', (url) => googleTranslation('secret', url)],
    ['azure', (url) => azureTranslator('secret', undefined, url)],
  ];
  const failures: [string, EngineAnswer][] = [
    ['a refusal', { status: 403, body: { error: `may not translate ${TEXT}` } }],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' }, body: '' }],
    ['another shape', { body: { something: TEXT } }],
    ['no translation', { body: { data: { translations: [] } } }],
    ['no JSON', { body: `<html>${TEXT}` }],
  ];
  it.each(engines)('%s fails without telling the text or the key', async (_name, make) => {
    for (const [, answer] of failures) {
      const server = await engineServer(() => answer);
      const error: unknown = await make(server.url)
        .translate(TEXT)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(EngineError);
      expect(server.requests).toHaveLength(1);
      const text = `${String(error)} ${(error as EngineError).stack} ${JSON.stringify(error)}`;
      expect(text).not.toMatch(/Rest|secret/);
      expect((error as EngineError).cause).toBeUndefined();
    }
    await expect(make('http://127.0.0.1:9').translate(TEXT)).rejects.toBeInstanceOf(EngineError);
  });

  it('is given up when it does not answer in time', async () => {
    const { url } = await engineServer(() => undefined);
    const call = callEngine({ url: new URL(url), answer: z.unknown(), timeoutMs: 100 });
    await expect(call).rejects.toMatchObject({
      name: 'EngineError',
      message: 'the engine did not answer in time',
    });
  });
});
