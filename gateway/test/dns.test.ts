import { maliciousDomainNames, testEnv } from '@ctdb/chassis/testing';
import { checkDns, DomainError, type DnsCheck } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { StagedService } from './support/staged-service.js';

const env = testEnv(unlimited);
let gateway: GatewayUnderTest;
let admin: { authorization: string };

const found = (domain: string): DnsCheck => ({
  domain,
  displayDomain: domain,
  isConfigured: false,
  reachable: true,
  sslValid: false,
  records: { a: ['198.51.100.2'], aaaa: [], cname: [], caa: [], www: [] },
  expected: { a: '203.0.113.7', www: domain },
  findings: [
    {
      code: 'addressWrong',
      severity: 'error',
      host: domain,
      expected: '203.0.113.7',
      found: ['198.51.100.2'],
    },
    { code: 'wwwMissing', severity: 'advice', host: `www.${domain}`, expected: domain },
  ],
  redirectsToHttps: false,
  usesDefaults: false,
  checkedAt: '2026-01-05T10:00:00.000Z',
});

// Ops judges what is a domain; this one knows a single name.
const ops = new StagedService('ops').answer(checkDns, ({ domain }) => {
  if (domain !== 'site.example' && domain !== 'https://site.example/a?b=c')
    throw new DomainError('DOMAIN_NOT_VALID');
  return found('site.example');
});

beforeAll(async () => {
  await ops.start(env);
  gateway = await GatewayUnderTest.start(env);
  admin = await gateway.admin();
}, 30_000);

const check = (typed: string, headers: Record<string, string> = {}) =>
  gateway.call(`/api/dns/check/${typed}`, { headers: { ...admin, ...headers } });

describe('a check of a domain', () => {
  it('is answered with the findings in words, in the language of the reader', async () => {
    const { status, json } = await check('site.example', { 'accept-language': 'en' });
    expect(status).toBe(200);
    expect(json()).toEqual({
      ...found('site.example'),
      errors: [
        'site.example points to another address. (expected 203.0.113.7, found 198.51.100.2)',
      ],
      recommendations: [
        expect.stringMatching(/^Change the A record of site\.example/),
        expect.stringMatching(/^www\.site\.example does not exist\. .* Create a CNAME record/),
      ],
    });
    const kannada = (await check('site.example', { 'accept-language': 'kn' })).json();
    expect(kannada['errors']).toEqual([
      'site.example ಬೇರೆ ವಿಳಾಸವನ್ನು ತೋರಿಸುತ್ತಿದೆ. (ಇರಬೇಕಾದದ್ದು 203.0.113.7, ಕಂಡದ್ದು 198.51.100.2)',
    ]);
  });

  it('hands on exactly what was typed', async () => {
    const typed = 'https://site.example/a?b=c';
    expect((await check(encodeURIComponent(typed))).status).toBe(200);
    expect(ops.last(checkDns).request).toEqual({ domain: typed });
  });

  it('refuses what is no domain, and nothing else happens', async () => {
    const answers: Record<string, number> = {};
    for (const name of maliciousDomainNames) {
      const { status, headers, text } = await check(encodeURIComponent(name.toWellFormed()));
      const code = (JSON.parse(text) as { code: string }).code;
      answers[code] = (answers[code] ?? 0) + 1;
      expect([name, status, headers['content-type']]).toEqual([
        name,
        400,
        'application/problem+json; charset=utf-8',
      ]);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(Object.keys(answers).sort()).toEqual(['DOMAIN_NOT_VALID', 'VALIDATION_FAILED']);
  }, 60_000);

  it.each(['%', '%zz', '%00', '%c3%28', '%ff', '%0d%0aSet-Cookie:%20a=b', '%2e%2e%2f', ''])(
    'is no fault of ours with what is no text: %j',
    async (raw) => {
      const { status, headers } = await check(raw);
      expect([400, 404]).toContain(status);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it('is for administrators', async () => {
    expect((await gateway.call('/api/dns/check/site.example')).status).toBe(401);
    const headers = { ...(await gateway.pass('hourly')), 'sec-fetch-site': 'same-origin' };
    expect((await gateway.call('/api/dns/check/site.example', { headers })).status).toBe(403);
  });
});
