import { beforeAll, describe, expect, it } from 'vitest';
import { OPS_CONFIG, type OpsConfig } from '../src/config.js';
import { DomainVerifier, needsVerification } from '../src/deployments/domain-verifier.js';
import { parseNetwork } from '../src/dns/networks.js';
import { PublicAddress } from '../src/dns/outbound.js';
import { httpServer } from './dns/endpoints.js';
import { Laboratory, OWN, PRIVATE } from './dns/laboratory.js';

const lab = new Laboratory();
const look = (domain: string) => lab.service.get(DomainVerifier).verify(domain);

beforeAll(async () => {
  await lab.http(OWN, httpServer(200));
});

describe("the check of a deployment's domain", () => {
  it('finds DNS configured if only https is missing', async () => {
    lab.dns.sayRight('clinic.test', OWN);
    const found = await look('clinic.test');
    expect(found.findings).toContainEqual(expect.objectContaining({ code: 'tlsFailed' }));
    expect(found).toMatchObject({ isConfigured: true, sslValid: false });
    expect(needsVerification(found)).toBe(true);
  }, 30_000);

  it('finds DNS not configured, whatever https answers', async () => {
    expect(await look('unknown.test')).toMatchObject({ isConfigured: false, sslValid: false });
  }, 30_000);
});

describe('the address of a public name', () => {
  const addresses = (isLaboratory: boolean) => {
    const config = lab.service.get<OpsConfig>(OPS_CONFIG);
    const inside = parseNetwork('127.0.0.0/28');
    const laboratory = isLaboratory && inside ? [inside] : [];
    return new PublicAddress({
      ...config,
      dns: { ...config.dns, allowedPrivateNetworks: laboratory },
    });
  };

  it('is undefined if it is not public', async () => {
    lab.dns.say('inside.test', { A: [OWN] });
    expect(await addresses(false).resolve('inside.test')).toBeUndefined();
    expect(await addresses(true).resolve('inside.test')).toBe(OWN);
  }, 30_000);

  it('is undefined if one of several addresses is not public, or there is none', async () => {
    lab.dns.say('mixed.test', { A: [OWN, PRIVATE] });
    expect(await addresses(true).resolve('mixed.test')).toBeUndefined();
    expect(await addresses(true).resolve('unknown.test')).toBeUndefined();
  }, 30_000);
});
