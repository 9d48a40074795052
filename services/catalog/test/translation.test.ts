import { testLogger } from '@ctdb/chassis/testing';
import { getTranslationState, listGlossary, translate } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config.js';
import { createTranslationEngine } from '../src/language/engine.factory.js';
import { TranslationService } from '../src/language/translation.service.js';
import { testCatalog } from './support/catalog.js';
import { engineServer, type EngineServer } from './support/engine-server.js';

const catalog = testCatalog();
const speaking = (answer: string): EngineServer['answer'] => {
  return ({ path }) => ({
    body:
      path === '/languages'
        ? [{ code: 'en', name: 'English', targets: ['kn'] }]
        : { translatedText: answer },
  });
};
const serviceOf = (TRANSLATE_URL: string) => {
  const variables = { ...process.env, TRANSLATE_ENGINE: 'libretranslate', TRANSLATE_URL };
  return new TranslationService(createTranslationEngine(loadConfig(variables)), testLogger());
};

describe('translation', () => {
  it('offers exact glossary terms where no engine is set', async () => {
    const { call } = catalog;
    expect(await call(getTranslationState, {})).toEqual({ configured: false, engine: null });
    const glossary = [
      { en: 'Fever', kn: 'ಜ್ವರ' },
      { en: 'Headache', kn: 'ತಲೆನೋವು' },
    ];
    await expect(
      call(translate, { text: 'Headache, then fever and skinny painkillers' }),
    ).rejects.toMatchObject({ code: 'TRANSLATION_NOT_CONFIGURED', params: { glossary } });
    expect(await call(listGlossary, {})).toHaveLength(16);
  });

  it('asks the engine and marks its text as not reviewed', async () => {
    const engine = await engineServer(speaking(' ತಲೆನೋವು '));
    const service = serviceOf(engine.url);
    expect(await service.state()).toEqual({ configured: true, engine: 'libretranslate' });
    expect(await service.translate('Headache')).toEqual({
      text: 'ತಲೆನೋವು',
      engine: 'libretranslate',
      needsReview: true,
    });
    for (const answer of [speaking('Headache'), () => ({ status: 500, body: {} })]) {
      engine.answer = answer;
      const failed = service.translate('Headache');
      await expect(failed).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
  });

  it('counts an engine without Kannada, or that is away, as none', async () => {
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
});
