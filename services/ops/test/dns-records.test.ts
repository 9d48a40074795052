import { testLogger } from '@ctdb/chassis/testing';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../src/config.js';
import type { ActiveSiteRepository } from '../src/deployments/active-site.repository.js';
import type { DeploymentRecord } from '../src/deployments/deployment.record.js';
import { LiveProbe } from '../src/deployments/live-probe.js';
import { DnsCheckService } from '../src/dns/dns-check.service.js';
import type { Entry } from './dns/dns-server.js';
import { httpServer, tlsServer } from './dns/endpoints.js';
import { Laboratory, OWN } from './dns/laboratory.js';

const laboratory = new Laboratory();
const names = ['site.test', 'www.site.test'];

beforeAll(async () => {
  await laboratory.https(OWN, tlsServer(await laboratory.authority.issue({ names })));
  await laboratory.http(OWN, httpServer(308, 'https://site.test/'));
}, 30_000);

/** The findings apart from those of the certificate, which is for other names here: one line each. */
const findingsOf = async (domain: string): Promise<string[]> => {
  const { findings } = await laboratory.check(domain);
  return findings
    .filter(({ code }) => !code.startsWith('certificate'))
    .map(({ severity, code, host, expected = '-', found = [] }) =>
      [severity, code, host, expected, ...found].join(' '),
    );
};

it('a domain that is configured correctly has no findings', async () => {
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

const www = { CNAME: ['x.test'], A: [] };
const wwwMissing = 'advice wwwMissing www.x.test x.test';
it.each<[string, Entry | undefined, Entry | undefined, string[]]>([
  [
    'an address elsewhere',
    { A: ['127.0.0.5'] },
    www,
    [`error addressWrong x.test ${OWN} 127.0.0.5`, 'error unreachable x.test -'],
  ],
  [
    'an address here and one elsewhere',
    { A: ['127.0.0.5', OWN] },
    www,
    [`error addressWrong x.test ${OWN} 127.0.0.5 ${OWN}`],
  ],
  ['no name', undefined, undefined, [`error nameNotFound x.test ${OWN}`, wwwMissing]],
  ['no address', {}, undefined, [`error addressMissing x.test ${OWN}`, wwwMissing]],
  [
    'a CNAME without an address',
    { CNAME: ['nowhere.test'] },
    undefined,
    [`error addressMissing x.test ${OWN}`, wwwMissing],
  ],
  ['no answer', 'failed', undefined, ['error dnsUnanswered x.test -', wwwMissing]],
  ['no www', { A: [OWN] }, {}, [wwwMissing]],
  [
    'www elsewhere',
    { A: [OWN] },
    { CNAME: ['shop.test'], A: ['127.0.0.9'] },
    ['error wwwWrong www.x.test x.test shop.test 127.0.0.9'],
  ],
  ['www with an address of its own', { A: [OWN] }, { A: [OWN] }, []],
  ['no answer about www', { A: [OWN] }, 'failed', ['advice dnsUnanswered www.x.test -']],
])('a domain is compared with what is expected: %s', async (_, own, ofWww, expected) => {
  laboratory.dns.say('x.test', own);
  laboratory.dns.say('www.x.test', ofWww);
  expect(await findingsOf('x.test')).toEqual(expected);
});

it('a domain whose CAA records name others is advised about, unless it has a certificate', async () => {
  const issuers = ['0 issue "ca.test; account=5"', '128 iodef "mailto:a@b.test"'];
  laboratory.dns.sayRight('caa.test', OWN);
  laboratory.dns.sayRight('sub.caa.test', OWN);
  laboratory.dns.say('caa.test', { A: [OWN], CAA: issuers });
  const advice = 'advice issuerNotAllowed sub.caa.test letsencrypt.org ca.test';
  expect(await findingsOf('sub.caa.test')).toEqual([advice]);
  expect((await laboratory.check('caa.test')).records.caa).toEqual(issuers);
  laboratory.dns.say('caa.test', { A: [OWN], CAA: [...issuers, '0 issue "LetsEncrypt.org"'] });
  expect(await findingsOf('caa.test')).toEqual([]);
  laboratory.dns.sayRight('site.test', OWN);
  laboratory.dns.say('site.test', { A: [OWN], CAA: ['0 issue ";"'] });
  expect(await findingsOf('site.test')).toEqual([]);
});

it('an installation without settings of its own reports that it compares with an example', async () => {
  const config = loadConfig({ ...process.env, SITE_DOMAIN: undefined, SITE_IPV4: undefined });
  const checks = new DnsCheckService(config);
  laboratory.dns.sayRight('colour-therapy.example', '127.0.0.3');
  const { usesDefaults, expected, findings } = await checks.check('colour-therapy.example');
  expect(usesDefaults).toBe(true);
  expect(expected).toEqual({ a: '203.0.113.7', www: 'colour-therapy.example' });
  expect(findings.at(-1)).toEqual({ code: 'defaultSettings', severity: 'advice' });
});

it('a text that is no domain is rejected before any query', async () => {
  const before = laboratory.dns.asked.length;
  await expect(laboratory.check('../etc')).rejects.toMatchObject({ code: 'DOMAIN_NOT_VALID' });
  expect(laboratory.dns.asked).toHaveLength(before);
});

let isServed = false;
const stored: boolean[] = [];
const active = {
  setVerified: (_id: unknown, isVerified: boolean) => Promise.resolve(stored.push(isVerified)),
} as unknown as ActiveSiteRepository;
const verify = (domain: string) => {
  const probe = new LiveProbe(laboratory.config, laboratory.checks, active, testLogger());
  vi.spyOn(probe, 'isServedAt').mockImplementation(() => Promise.resolve(isServed));
  return probe.verifyDomain({} as DeploymentRecord, domain);
};

it("the check of a deployment's domain finds DNS configured if only https has a fault", async () => {
  laboratory.dns.sayRight('clinic.test', OWN);
  const status = await verify('clinic.test');
  expect(status.findings).toMatchObject([{ code: 'certificateWrongName' }]);
  expect(status).toMatchObject({ isConfigured: true, sslValid: false, isVerified: false });
  const nothing = { isConfigured: false, sslValid: false, isVerified: false };
  expect(await verify('unknown.test')).toMatchObject(nothing);
  // The check itself fails.
  expect(await verify('localhost')).toMatchObject(nothing);
});

it("the check of a deployment's domain has passed only if requests under its name arrive at the gateways", async () => {
  laboratory.dns.sayRight('site.test', OWN);
  const right = { isConfigured: true, sslValid: true };
  const findings = [{ code: 'releaseNotSeen', host: 'site.test' }];
  expect(await verify('site.test')).toMatchObject({ ...right, isVerified: false, findings });
  isServed = true;
  expect(await verify('site.test')).toMatchObject({ ...right, isVerified: true, findings: [] });
  expect(stored.slice(-2)).toEqual([false, true]);
});
