import { expect, it } from 'vitest';
import { configFaults, exampleEnv } from '@ctdb/chassis/testing';
import { loadConfig } from './config.js';

it('the configuration has defaults for what is its own', () => {
  const defaults = { SEED_SAMPLE_DATA: 'true', TRANSLATE_ENGINE: 'none' };
  expect(loadConfig(exampleEnv)).toMatchObject(defaults);
  expect(loadConfig({ ...exampleEnv, SEED_SAMPLE_DATA: 'false' }).SEED_SAMPLE_DATA).toBe('false');
});

it('the configuration lists what an engine lacks beside all other faults', () => {
  const faultsOf = (env: Record<string, string>) =>
    configFaults(() => loadConfig({ ...exampleEnv, ...env }));
  expect(faultsOf({ TRANSLATE_ENGINE: 'google' })).toEqual([
    expect.stringContaining('TRANSLATE_KEY'),
  ]);
  const engine = { TRANSLATE_ENGINE: 'libretranslate' };
  const faults = faultsOf({ ...engine, MONGODB_DB: '', SEED_SAMPLE_DATA: 'perhaps' });
  for (const name of ['MONGODB_DB', 'TRANSLATE_URL', 'SEED_SAMPLE_DATA'])
    expect(faults.join()).toContain(name);
  expect(faultsOf({ TRANSLATE_URL: 'ftp://x' })).toHaveLength(1);
});
