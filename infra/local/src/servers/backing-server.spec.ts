import { afterEach, expect, it, vi } from 'vitest';
import { plainEnvironment } from './backing-server.ts';

afterEach(() => vi.unstubAllEnvs());

it('keeps the variables and secrets of the operator from backing servers', () => {
  vi.stubEnv('RABBITMQ_NODENAME', 'other@host');
  vi.stubEnv('MINIO_BROWSER', 'on');
  vi.stubEnv('PAYPAL_CLIENT_SECRET', 'secret');
  vi.stubEnv('PATH', '/operator/bin');
  const environment = plainEnvironment();
  expect(environment['PATH']).toMatch(/^\/operator\/bin:/);
  const names = Object.keys(environment);
  expect(names.filter((name) => /^(RABBITMQ|MINIO|PAYPAL)_/.test(name))).toEqual([]);
});
