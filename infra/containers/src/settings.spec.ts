import { describe, expect, it } from 'vitest';
import { composeEnvironment, images, withoutSettings } from './settings.ts';

describe('withoutSettings', () => {
  it('blanks what an installation on this machine has set', () => {
    const installation = {
      ADMIN_USERNAME: 'anita',
      ADMIN_PASSWORD: 'of an installation',
      SEED_SAMPLE_DATA: 'no',
      PAYPAL_ENV: 'live',
      PAYPAL_CLIENT_ID: 'of an account',
      PAYPAL_CLIENT_SECRET: 'of an account',
      PAYPAL_WEBHOOK_ID: 'of an account',
      IMAGES: 'registry.example/product',
      PUBLISH: '0.0.0.0:80',
    };
    const machine = { PATH: '/bin', DOCKER_HOST: 'unix:///run/docker.sock', CPUS: '0.5' };
    const files = { COMPOSE_ENV_FILES: 'production.env' };
    const env = withoutSettings({ ...installation, ...machine, ...files });
    const named = Object.entries(env).filter(([, value]) => value !== '');
    expect(Object.fromEntries(named)).toEqual(machine);
  });
});

it('the environment of compose reads no file of settings, and names images of its own', () => {
  expect(composeEnvironment).toMatchObject({ COMPOSE_DISABLE_ENV_FILE: '1', IMAGES: images });
  // A blank variable overrides the one in `.env`.
  const blank = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '', PAYPAL_CLIENT_SECRET: '' };
  expect(composeEnvironment).toMatchObject({ ...blank, TEST_PAYMENTS: 'yes' });
});
