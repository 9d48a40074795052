import { inspect } from 'node:util';
import { testLogger } from '@ctdb/chassis/testing';
import { getTranslationState, listGlossary, translate } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../src/config.js';
import {
  azureTranslator,
  callEngine,
  EngineError,
  googleTranslation,
  libreTranslate,
  type TranslationEngine,
} from '../src/language/translation-engines.js';
import { TranslationService } from '../src/language/translation.service.js';
import { testCatalog } from './support/catalog.js';
import { engineServer, type EngineAnswer, type EngineServer } from './support/engine-server.js';

const catalog = testCatalog();
const languages = [{ code: 'en', name: 'English', targets: ['kn'] }];
const speaking =
  (translatedText: string): EngineServer['answer'] =>
  ({ path }) => ({ body: path === '/languages' ? languages : { translatedText } });
const serviceOf = (TRANSLATE_URL: string) => {
  const variables = { ...process.env, TRANSLATE_ENGINE: 'libretranslate', TRANSLATE_URL };
  return new TranslationService(loadConfig(variables), testLogger());
};

it('translation offers exact glossary terms where no engine is set', async () => {
  const { call } = catalog;
  expect(await call(getTranslationState, {})).toEqual({ configured: false, engine: null });
  const glossary = [
    { en: 'Fever', kn: 'ಜ್ವರ' },
    { en: 'Headache', kn: 'ತಲೆನೋವು' },
  ];
  const text = 'Headache, then fever and skinny painkillers';
  const expected = { code: 'TRANSLATION_NOT_CONFIGURED', params: { glossary } };
  await expect(call(translate, { text })).rejects.toMatchObject(expected);
  expect(await call(listGlossary, {})).toHaveLength(16);
});

it('translation asks the engine and marks its text as not reviewed', async () => {
  const engine = await engineServer(speaking(' ತಲೆನೋವು '));
  const service = serviceOf(engine.url);
  expect(await service.state()).toEqual({ configured: true, engine: 'libretranslate' });
  const translated = { text: 'ತಲೆನೋವು', engine: 'libretranslate', needsReview: true };
  expect(await service.translate('Headache')).toEqual(translated);
  for (const answer of [speaking('Headache'), () => ({ status: 500, body: {} })]) {
    engine.answer = answer;
    const failed = service.translate('Headache');
    await expect(failed).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  }
});

it('translation counts an engine without Kannada, or that is away, as none', async () => {
  const engine = await engineServer(() => ({ body: [{ code: 'en', targets: ['hi'] }] }));
  for (const url of [engine.url, 'http://127.0.0.1:9']) {
    const service = serviceOf(url);
    expect(await service.state()).toEqual({ configured: false, engine: null });
    await expect(service.translate('Skin')).rejects.toMatchObject({
      code: 'TRANSLATION_NOT_CONFIGURED',
      params: { glossary: [{ en: 'Skin', kn: 'ಚರ್ಮ' }] },
    });
  }
});

const TEXT = 'Rest "well" <b> & ನಿದ್ರೆ';
const KANNADA = 'ಚೆನ್ನಾಗಿ ವಿಶ್ರಾಂತಿ ಪಡೆಯಿರಿ';

/** What an engine must be sent, and what it answers with. */
type Exchange = [string, (url: string) => TranslationEngine, answer: unknown, request: object];
const exchanges: Exchange[] = [
  [
    'LibreTranslate gets text and key in the body',
    (url) => libreTranslate(`${url}/base/`, 'secret'),
    { translatedText: KANNADA },
    {
      path: '/base/translate',
      headers: { 'content-type': 'application/json' },
      body: { q: TEXT, source: 'en', target: 'kn', format: 'text', api_key: 'secret' },
    },
  ],
  [
    'Google Cloud Translation gets the key in a header and the text in the body',
    (url) => googleTranslation('secret', url),
    { data: { translations: [{ translatedText: KANNADA }] } },
    {
      path: '/language/translate/v2',
      headers: { 'x-goog-api-key': 'secret' },
      body: { q: [TEXT], source: 'en', target: 'kn', format: 'text' },
    },
  ],
  [
    'Azure Translator gets key and region in headers, languages in the address',
    (url) => azureTranslator('secret', 'centralindia', url),
    [{ translations: [{ text: KANNADA, to: 'kn' }] }],
    {
      path: '/translate?api-version=3.0&from=en&to=kn',
      headers: {
        'ocp-apim-subscription-key': 'secret',
        'ocp-apim-subscription-region': 'centralindia',
      },
      body: [{ Text: TEXT }],
    },
  ],
];
it.each(exchanges)('%s', async (_name, make, body, request) => {
  const server = await engineServer(() => ({ body }));
  expect(await make(server.url).translate(TEXT)).toBe(KANNADA);
  expect(server.requests).toMatchObject([{ method: 'POST', ...request }]);
});

it('LibreTranslate gets no key where none is set', async () => {
  const server = await engineServer(() => ({ body: { translatedText: KANNADA } }));
  await libreTranslate(server.url).translate(TEXT);
  expect(server.requests[0]?.body).not.toHaveProperty('api_key');
});

const english = (...targets: string[]) => ({ code: 'en', name: 'English', targets });
const withoutTargets = (code: string) => ({ code, name: 'x' });
it.each([
  [[english('de', 'kn')], true],
  [[english('de', 'hi'), { code: 'kn', targets: [] }], false],
  [[withoutTargets('en'), withoutTargets('kn')], true],
  [[{ code: 'de', name: 'German', targets: ['kn'] }], false],
  [[], false],
])('LibreTranslate knows Kannada or not by its list %j', async (languages, known) => {
  const server = await engineServer(() => ({ body: languages }));
  expect(await libreTranslate(server.url).supportsKannada()).toBe(known);
  expect(server.requests).toMatchObject([{ method: 'GET', path: '/languages' }]);
});

const failures: EngineAnswer[] = [
  { status: 403, body: { error: `may not translate ${TEXT}` } },
  { status: 302, headers: { location: '/elsewhere' }, body: '' },
  { body: { something: TEXT } },
  { body: { data: { translations: [] } } },
  { body: `<html>${TEXT}` },
];
it.each(exchanges)(
  'any engine fails without its text or key in the error: %s',
  async (_name, make) => {
    for (const answer of failures) {
      const server = await engineServer(() => answer);
      const translated = make(server.url).translate(TEXT);
      const error = await translated.catch((reason: unknown) => reason as EngineError);
      expect(error).toBeInstanceOf(EngineError);
      expect(server.requests).toHaveLength(1);
      // Its stack, causes and fields too.
      expect(inspect(error, { depth: null })).not.toMatch(/Rest|secret/);
    }
    await expect(make('http://127.0.0.1:9').translate(TEXT)).rejects.toBeInstanceOf(EngineError);
  },
);

it('any engine is given up when it does not answer in time', async () => {
  const { url } = await engineServer(() => undefined);
  const call = callEngine({ base: url, path: '/', answer: z.unknown(), timeoutMs: 100 });
  await expect(call).rejects.toThrow(new EngineError('the engine did not answer in time'));
});
