import { testLogger } from '@ctdb/chassis/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config.js';
import { CustomDomain } from '../src/deployments/cluster/custom-domain.js';
import { DomainVerifier, needsVerification } from '../src/deployments/domain-verifier.js';
import { DnsCheckService } from '../src/dns/dns-check.service.js';
import { parseNetwork } from '../src/dns/networks.js';
import { PublicAddress, TrustStore } from '../src/dns/outbound.js';
import { httpServer, tlsServer } from './dns/endpoints.js';
import { Laboratory, OWN, PRIVATE } from './dns/laboratory.js';

const laboratory = new Laboratory();
const names = ['site.test', 'www.site.test', 'xn--1scaz7k.test'];

beforeAll(async () => {
  await laboratory.https(OWN, tlsServer(await laboratory.authority.issue({ names })));
  await laboratory.http(OWN, httpServer(308, 'https://site.test/'));
}, 30_000);

/** What is found apart from the certificate, that is of other names here. */
const found = async (domain: string) => {
  const { findings } = await laboratory.check(domain);
  return findings.filter(({ code }) => !code.startsWith('certificate'));
};

describe('a domain', () => {
  it('that is configured correctly has no findings', async () => {
    laboratory.dns.sayRight('site.test', OWN);
    expect(await laboratory.check('https://site.test/')).toEqual({
      domain: 'site.test',
      displayDomain: 'site.test',
      isConfigured: true,
      reachable: true,
      sslValid: true,
      records: { a: [OWN], aaaa: [], cname: [], caa: [], www: ['site.test'] },
      expected: { a: OWN, www: 'site.test' },
      findings: [],
      certificate: expect.objectContaining({ names }),
      redirectsToHttps: true,
      usesDefaults: false,
      checkedAt: expect.any(String),
    });
  });

  it('is found by its name in any script', async () => {
    laboratory.dns.sayRight('xn--1scaz7k.test', OWN);
    expect(await laboratory.check('ಬಣ್ಣ.test')).toMatchObject({
      domain: 'xn--1scaz7k.test',
      displayDomain: 'ಬಣ್ಣ.test',
      isConfigured: true,
    });
  });

  it('that leads elsewhere is reported with both addresses', async () => {
    laboratory.dns.sayRight('moved.test', '127.0.0.5');
    expect(await found('moved.test')).toEqual([
      {
        code: 'addressWrong',
        severity: 'error',
        host: 'moved.test',
        expected: OWN,
        found: ['127.0.0.5'],
      },
      { code: 'unreachable', severity: 'error', host: 'moved.test' },
    ]);
  });

  it('that leads here and elsewhere is reported', async () => {
    laboratory.dns.sayRight('half.test', OWN);
    laboratory.dns.say('half.test', { A: ['127.0.0.5', OWN] });
    expect(await found('half.test')).toMatchObject([
      { code: 'addressWrong', found: ['127.0.0.5', OWN] },
    ]);
  });

  it('without an address differs from an unknown one and from one without an answer', async () => {
    const about = { severity: 'error', host: 'gone.test' };
    expect(await found('gone.test')).toMatchObject([
      { code: 'nameNotFound', ...about, expected: OWN },
      { code: 'wwwMissing', severity: 'advice', host: 'www.gone.test' },
    ]);
    laboratory.dns.say('gone.test', {});
    expect(await found('gone.test')).toMatchObject([{ code: 'addressMissing', ...about }, {}]);
    laboratory.dns.say('gone.test', { CNAME: ['nowhere.test'] });
    expect(await found('gone.test')).toMatchObject([{ code: 'addressMissing', ...about }, {}]);
    laboratory.dns.say('gone.test', 'failed');
    expect(await found('gone.test')).toMatchObject([{ code: 'dnsUnanswered', ...about }, {}]);
  });

  it('must not have an unexpected IPv6 address', async () => {
    laboratory.dns.sayRight('six.test', OWN);
    laboratory.dns.say('six.test', { A: [OWN], AAAA: ['2606:4700::1'] });
    expect(await found('six.test')).toEqual([
      { code: 'ipv6Unexpected', severity: 'error', host: 'six.test', found: ['2606:4700::1'] },
    ]);
  });

  it('is checked with www', async () => {
    laboratory.dns.sayRight('www-less.test', OWN);
    laboratory.dns.say('www.www-less.test', {});
    const host = 'www.www-less.test';
    const expected = 'www-less.test';
    expect(await found('www-less.test')).toEqual([
      { code: 'wwwMissing', severity: 'advice', host, expected },
    ]);
    laboratory.dns.say(host, { CNAME: ['shop.test'], A: ['127.0.0.9'] });
    expect(await found('www-less.test')).toEqual([
      { code: 'wwwWrong', severity: 'error', host, expected, found: ['shop.test', '127.0.0.9'] },
    ]);
    laboratory.dns.say(host, { A: [OWN] });
    expect(await found('www-less.test')).toEqual([]);
    laboratory.dns.say(host, 'failed');
    expect(await found('www-less.test')).toEqual([
      { code: 'dnsUnanswered', severity: 'advice', host },
    ]);
  });

  it('whose CAA records name others is advised about, unless it has a certificate', async () => {
    const issuers = ['0 issue "ca.test; account=5"', '128 iodef "mailto:a@b.test"'];
    laboratory.dns.sayRight('caa.test', OWN);
    laboratory.dns.sayRight('sub.caa.test', OWN);
    laboratory.dns.say('caa.test', { A: [OWN], CAA: issuers });
    expect(await found('sub.caa.test')).toEqual([
      {
        code: 'issuerNotAllowed',
        severity: 'advice',
        host: 'sub.caa.test',
        expected: 'letsencrypt.org',
        found: ['ca.test'],
      },
    ]);
    expect((await laboratory.check('caa.test')).records.caa).toEqual(issuers);
    laboratory.dns.say('caa.test', { A: [OWN], CAA: [...issuers, '0 issue "LetsEncrypt.org"'] });
    expect(await found('caa.test')).toEqual([]);
    laboratory.dns.sayRight('site.test', OWN);
    laboratory.dns.say('site.test', { A: [OWN], CAA: ['0 issue ";"'] });
    expect(await found('site.test')).toEqual([]);
  });
});

describe('an installation without settings of its own', () => {
  it('reports that it compares with an example', async () => {
    const config = loadConfig({
      ...process.env,
      SITE_DOMAIN: undefined,
      SITE_IPV4: undefined,
    });
    const checks = new DnsCheckService(config, new TrustStore(config));
    laboratory.dns.sayRight('colour-therapy.example', '127.0.0.3');
    const { usesDefaults, expected, findings } = await checks.check('colour-therapy.example');
    expect(usesDefaults).toBe(true);
    expect(expected).toEqual({ a: '203.0.113.7', www: 'colour-therapy.example' });
    expect(findings.at(-1)).toEqual({ code: 'defaultSettings', severity: 'advice' });
  });
});

it('a text that is no domain is rejected before any query', async () => {
  const before = laboratory.dns.asked.length;
  await expect(laboratory.check('../etc')).rejects.toMatchObject({ code: 'DOMAIN_NOT_VALID' });
  expect(laboratory.dns.asked).toHaveLength(before);
});

describe("the check of a deployment's domain", () => {
  const verify = (domain: string) => {
    const { config, checks } = laboratory;
    const logger = testLogger();
    return new DomainVerifier(checks, new CustomDomain(config, logger), logger).verify(domain);
  };

  it('finds DNS configured if only https has a fault', async () => {
    laboratory.dns.sayRight('clinic.test', OWN);
    const status = await verify('clinic.test');
    expect(status.findings).toMatchObject([{ code: 'certificateWrongName' }]);
    expect(status).toMatchObject({ isConfigured: true, sslValid: false });
    expect(needsVerification(status)).toBe(true);
  });

  it('finds DNS not configured for an unknown name, and where the check fails', async () => {
    const nothing = { isConfigured: false, sslValid: false };
    expect(await verify('unknown.test')).toMatchObject(nothing);
    expect(await verify('localhost')).toMatchObject(nothing);
  });
});

describe('the address of a public name', () => {
  const resolve = (name: string, allowed: string) => {
    const network = parseNetwork(allowed);
    const { config } = laboratory;
    const allowedPrivateNetworks = network ? [network] : [];
    return new PublicAddress({ ...config, dns: { ...config.dns, allowedPrivateNetworks } }).resolve(
      name,
    );
  };

  it('is undefined if one of its addresses is not public, or there is none', async () => {
    laboratory.dns.say('inside.test', { A: [OWN] });
    expect(await resolve('inside.test', '127.0.0.0/28')).toBe(OWN);
    expect(await resolve('inside.test', 'none')).toBeUndefined();
    laboratory.dns.say('mixed.test', { A: [OWN, PRIVATE] });
    expect(await resolve('mixed.test', '127.0.0.0/28')).toBeUndefined();
    expect(await resolve('unknown.test', '127.0.0.0/28')).toBeUndefined();
  });
});
