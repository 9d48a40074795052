import { expect, it } from 'vitest';
import { composeEnvironment, images, withoutSettings } from './settings.ts';

it('blanks what an installation on this machine has set, and keeps what describes the machine', () => {
  const installation = {
    ADMIN_PASSWORD: 'of an installation',
    PAYPAL_ENV: 'live',
    PAYPAL_CLIENT_SECRET: 'of an account',
    IMAGES: 'registry.example/product',
    PUBLISH: '0.0.0.0:80',
    COMPOSE_ENV_FILES: 'production.env',
  };
  const machine = { PATH: '/bin', DOCKER_HOST: 'unix:///run/docker.sock', CPUS: '0.5' };
  const env = withoutSettings({ ...installation, ...machine });
  const named = Object.entries(env).filter(([, value]) => value !== '');
  expect(Object.fromEntries(named)).toEqual(machine);
});

it('the environment of compose reads no file of settings, and names images of its own', () => {
  expect(composeEnvironment).toMatchObject({ COMPOSE_DISABLE_ENV_FILE: '1', IMAGES: images });
  // A blank variable overrides the one in `.env`.
  const blank = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '', PAYPAL_CLIENT_SECRET: '' };
  expect(composeEnvironment).toMatchObject({ ...blank, TEST_PAYMENTS: 'yes' });
});
