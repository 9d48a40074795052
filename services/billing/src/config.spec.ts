import { configFaults, exampleEnv as base } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { loadConfig } from './config.js';

const seller = { SELLER_NAME: 'Clinic', SELLER_ADDRESS: '12 MG Road, Bengaluru' };
const gstin = '29AAGCB7383J1Z4';

it('configuration has the figures of the decisions where nothing is set', () => {
  expect(loadConfig(base)).toMatchObject({
    firstAdministrator: { username: 'admin', password: undefined, isGenerated: false },
    secondFactor: { isRequired: false, relyingParty: undefined },
    session: { accessMs: 900_000, idleMs: 1_800_000, totalMs: 43_200_000, graceMs: 10_000 },
    reconcileMs: 5_000,
    paymentLeaseMs: 12_000,
    paypal: undefined,
    password: { minLength: 6, hashesAtOnce: 2 },
    throttle: { pair: { freeAttempts: 5, initialDelayMs: 1_000, maxDelayMs: 900_000 } },
  });
});

it('configuration takes an administrator whatever the password: that is judged where it is needed', () => {
  const env = { ADMIN_USERNAME: 'ಆಡಳಿತ', ADMIN_PASSWORD: 'tangerine', PASSWORD_MIN_LENGTH: '12' };
  expect(loadConfig({ ...base, ...env })).toMatchObject({
    firstAdministrator: { username: 'ಆಡಳಿತ', password: 'tangerine' },
    password: { minLength: 12 },
  });
});

it.each([
  ['https://clinic.example', { origin: 'https://clinic.example', id: 'clinic.example' }],
  ['http://localhost:8080', { origin: 'http://localhost:8080', id: 'localhost' }],
  ['http://192.0.2.4:8080', undefined],
  ['http://[::1]:8080', undefined],
])('configuration has passkeys belong to the host of %s', (PUBLIC_ORIGIN, relyingParty) => {
  const { secondFactor } = loadConfig({ ...base, PUBLIC_ORIGIN });
  expect(secondFactor.relyingParty).toEqual(relyingParty);
});

it('configuration takes a tax number that is right, with the seller that it belongs to', () => {
  expect(loadConfig({ ...base, ...seller, SELLER_GSTIN: gstin }).receipts).toEqual({
    seller: { name: 'Clinic', address: '12 MG Road, Bengaluru', gstin },
    ratePercent: 18,
    serviceCode: '998439',
  });
});

it.each([
  ['a name that cannot be seen', { ADMIN_USERNAME: 'a\u0000b' }, 'ADMIN_USERNAME'],
  ['a password that is too long', { ADMIN_PASSWORD: 'Zq7!v'.repeat(60) }, 'ADMIN_PASSWORD'],
  ['a shorter password than ever', { PASSWORD_MIN_LENGTH: '5' }, 'PASSWORD_MIN_LENGTH'],
  ['too long a lease after a crash', { PAYMENT_LEASE_MS: '30000' }, 'PAYMENT_LEASE_MS'],
  ['half of the credentials', { PAYPAL_CLIENT_ID: 'client' }, 'PAYPAL_CLIENT_SECRET'],
  ['a wrong tax number', { ...seller, SELLER_GSTIN: '29AAGCB7383J1Z5' }, 'SELLER_GSTIN'],
  ['a tax number without a seller', { SELLER_GSTIN: gstin }, 'SELLER_NAME'],
  [
    'a tax number without an address',
    { ...seller, SELLER_ADDRESS: '', SELLER_GSTIN: gstin },
    'SELLER_ADDRESS',
  ],
])('configuration refuses %s, and does not repeat the value', (_what, env, name) => {
  const [fault = ''] = configFaults(() => loadConfig({ ...base, ...env }));
  expect(fault.startsWith(`${name}: `)).toBe(true);
  expect(fault).not.toContain('Zq7!v');
});
