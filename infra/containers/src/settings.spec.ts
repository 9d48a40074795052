import { describe, expect, it } from '@jest/globals';
import { composeEnvironment, project, withoutSettings } from './settings.ts';

describe('withoutSettings', () => {
  it('takes away what an installation on this machine has set', () => {
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
      COMPOSE_ENV_FILES: 'production.env',
    };
    const machine = { PATH: '/bin', DOCKER_HOST: 'unix:///run/docker.sock', CPUS: '0.5' };
    expect(withoutSettings({ ...installation, ...machine })).toEqual(machine);
  });
});

describe('composeEnvironment', () => {
  it('reads no file of settings, and names images of its own', () => {
    expect(composeEnvironment).toMatchObject({ COMPOSE_DISABLE_ENV_FILE: '1', IMAGES: project });
    expect(composeEnvironment).not.toHaveProperty('ADMIN_PASSWORD');
  });
});
