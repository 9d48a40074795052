import { admin, rpcCaller, startTestService, testEnv } from '@ctdb/chassis/testing';
import {
  getTranslationState,
  listGlossary,
  translate,
  type MessageContract,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { CatalogModule } from '../src/catalog.module.js';
import { engineServer, type EngineServer } from './support/engine-server.js';

const env = testEnv({ SEED_SAMPLE_DATA: 'false' });
const speaking = (answer: string): EngineServer['answer'] => {
  return ({ path }) => ({
    body:
      path === '/languages'
        ? [{ code: 'en', name: 'English', targets: ['kn'] }]
        : { translatedText: answer },
  });
};

/** A catalog with this environment, for one test. */
const withCatalog = async (
  variables: Record<string, string>,
  test: (call: Awaited<ReturnType<typeof rpcCaller>>) => Promise<void>,
) => {
  Object.assign(process.env, variables);
  const service = await startTestService(CatalogModule, env);
  try {
    await test(await rpcCaller(admin(), env));
  } finally {
    await service.close();
  }
};

describe('translation', () => {
  it('offers exact glossary terms where no engine is set', () =>
    withCatalog({ TRANSLATE_ENGINE: 'none' }, async (call) => {
      expect(await call(getTranslationState, {})).toEqual({ configured: false, engine: null });
      await expect(
        call(translate, { text: 'Headache, then fever and skinny painkillers' }),
      ).rejects.toMatchObject({
        code: 'TRANSLATION_NOT_CONFIGURED',
        params: {
          glossary: [
            { en: 'Fever', kn: 'ಜ್ವರ' },
            { en: 'Headache', kn: 'ತಲೆನೋವು' },
          ],
        },
      });
      await expect(call(translate, { text: 'Tired' })).rejects.toMatchObject({
        params: { glossary: [] },
      });
      expect(await call(listGlossary, {})).toHaveLength(16);
    }));

  it('asks the engine and marks its text as not reviewed', async () => {
    const engine = await engineServer(speaking(' ತಲೆನೋವು '));
    const variables = { TRANSLATE_ENGINE: 'libretranslate', TRANSLATE_URL: engine.url };
    await withCatalog(variables, async (call) => {
      expect(await call(getTranslationState, {})).toEqual({
        configured: true,
        engine: 'libretranslate',
      });
      expect(await call(translate, { text: 'Headache' })).toEqual({
        text: 'ತಲೆನೋವು',
        engine: 'libretranslate',
        needsReview: true,
      });
      engine.answer = speaking('Headache');
      const unavailable = { code: 'SERVICE_UNAVAILABLE' };
      await expect(call(translate, { text: 'Headache' })).rejects.toMatchObject(unavailable);
      engine.answer = () => ({ status: 500, body: {} });
      await expect(call(translate, { text: 'Headache' })).rejects.toMatchObject(unavailable);
      for (const text of ['', ' ', 'x'.repeat(20_001)])
        await expect(call(translate as MessageContract, { text })).rejects.toMatchObject({
          code: 'VALIDATION_FAILED',
        });
    });
  });

  it('counts an engine without Kannada, or that is away, as none', async () => {
    const engine = await engineServer(() => ({ body: [{ code: 'en', targets: ['hi'] }] }));
    for (const TRANSLATE_URL of [engine.url, 'http://127.0.0.1:9'])
      await withCatalog({ TRANSLATE_ENGINE: 'libretranslate', TRANSLATE_URL }, async (call) => {
        expect(await call(getTranslationState, {})).toEqual({ configured: false, engine: null });
        await expect(call(translate, { text: 'Skin' })).rejects.toMatchObject({
          code: 'TRANSLATION_NOT_CONFIGURED',
          params: { glossary: [{ en: 'Skin', kn: 'ಚರ್ಮ' }] },
        });
      });
  });
});
