import { beforeAll, describe, expect, it } from 'vitest';
import { readRecords } from '../src/dns/dns-lookup.js';
import {
  type Endpoint,
  drippingServer,
  httpBeginning,
  httpServer,
  silentServer,
  tlsBeginning,
  tlsServer,
} from './dns/endpoints.js';
import { TestDns } from './dns/dns-server.js';
import { Laboratory, OWN, PRIVATE } from './dns/laboratory.js';

const laboratory = new Laboratory();
/** Well below the 10 s that are promised. */
const MAX_DURATION_MS = 8_000;
let own: Endpoint;

beforeAll(async () => {
  const names = ['site.test'];
  own = await laboratory.https(OWN, tlsServer(await laboratory.authority.issue({ names })));
}, 30_000);

const timed = async (domain: string) => {
  const begun = Date.now();
  const found = await laboratory.check(domain);
  const codes = found.findings.map(({ code }) => code);
  return { ...found, codes, took: Date.now() - begun };
};
const asked = (question: string) => laboratory.dns.asked.filter((one) => one === question).length;

describe('the outbound guard', () => {
  // Which addresses are public is tested in networks.spec.ts.
  it.each([{ A: [PRIVATE] }, { A: ['169.254.169.254'] }, { AAAA: ['64:ff9b::7f00:2'] }])(
    'connects to no address that is not public: %j',
    async (records) => {
      laboratory.dns.say('inside.test', records);
      const found = await laboratory.check('inside.test');
      expect(found).toMatchObject({ reachable: false, sslValid: false, isConfigured: false });
      const host = 'inside.test';
      expect(found.findings).toContainEqual({ code: 'addressPrivate', severity: 'error', host });
      expect(laboratory.privateConnections()).toBe(0);
    },
  );

  it('rejects all addresses if one of them is not allowed', async () => {
    const before = own.connections;
    laboratory.dns.say('mixed.test', { A: [OWN, PRIVATE] });
    expect((await timed('mixed.test')).codes).toContain('addressPrivate');
    expect(own.connections).toBe(before);
    expect(laboratory.privateConnections()).toBe(0);
  });

  it('connects to the address that it checked, whatever the name server answers afterwards', async () => {
    const before = own.connections;
    laboratory.dns.say('rebound.test', (times, kind) =>
      kind === 'A' ? [times === 1 ? OWN : PRIVATE] : [],
    );
    const found = await laboratory.check('rebound.test');
    expect(found).toMatchObject({ reachable: true, certificate: { names: ['site.test'] } });
    expect(own.connections).toBe(before + 1);
    expect(asked('A rebound.test')).toBe(1);
    expect((await timed('rebound.test')).codes).toContain('addressPrivate');
    expect(laboratory.privateConnections()).toBe(0);
  });

  it('shows no address that is not public', async () => {
    laboratory.dns.say('shown.test', { A: [OWN, '10.1.2.3', '10.1.2.4'], AAAA: ['fd00::1'] });
    laboratory.dns.say('www.shown.test', { A: ['192.168.7.8'] });
    const found = await laboratory.check('shown.test');
    expect(found.records).toMatchObject({ a: [OWN, 'hidden'], aaaa: ['hidden'], www: ['hidden'] });
    expect(found.findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['addressWrong', 'ipv6Unexpected', 'wwwWrong', 'addressPrivate']),
    );
    expect(JSON.stringify(found)).not.toMatch(/10\.1\.2|fd00|192\.168/);
  });

  it('follows no redirect', async () => {
    laboratory.dns.say('away.test', { A: ['127.0.0.3'] });
    const http = await laboratory.http('127.0.0.3', httpServer(301, `https://${PRIVATE}/`));
    expect(await laboratory.check('away.test')).toMatchObject({ redirectsToHttps: true });
    expect(http.connections).toBe(1);
    expect(laboratory.privateConnections()).toBe(0);
  });

  it.each<[string, number, string | undefined]>([
    ['a page', 200, undefined],
    ['a redirect to http', 302, 'http://other.test/'],
    ['a redirect to a path', 301, '/home'],
    ['a redirect to nothing', 301, 'https://'],
    ['another status with an address', 201, 'https://other.test/'],
  ])('distinguishes %s from a redirect to https', async (_name, status, location) => {
    laboratory.dns.say('plain.test', { A: ['127.0.0.4'] });
    const http = await laboratory.http('127.0.0.4', httpServer(status, location));
    const found = await timed('plain.test');
    await http.close();
    expect(found).toMatchObject({ redirectsToHttps: false, reachable: true });
    expect(found.codes).toContain('redirectMissing');
  });
});

const askMany = async () => {
  const servers = await Promise.all([1, 2, 3, 4].map(() => TestDns.start()));
  for (const server of servers) server.say('mute.test', 'silent');
  const begun = Date.now();
  const addresses = servers.map(({ address }) => address);
  const { a, aaaa } = await readRecords('mute.test', addresses);
  const took = Date.now() - begun;
  for (const server of servers) server.close();
  return { answers: [a, aaaa], took };
};

// All at once, because each of them waits for a time limit.
it('a check ends in time if nothing answers, everything answers late, byte by byte, or there is no server', async () => {
  for (const name of ['mute.test', 'www.mute.test', 'www.slow.test'])
    laboratory.dns.say(name, 'silent');
  const addresses = { slow: '127.0.0.6', drip: '127.0.0.7', unused: '127.0.0.8' };
  for (const [name, address] of Object.entries(addresses))
    laboratory.dns.say(`${name}.test`, { A: [address] });
  await laboratory.https(addresses.slow, silentServer());
  await laboratory.http(addresses.slow, silentServer());
  await laboratory.https(addresses.drip, drippingServer(tlsBeginning));
  await laboratory.http(addresses.drip, drippingServer(httpBeginning));
  const [many, mute, slow, drip, unused] = await Promise.all([
    askMany(),
    ...(['mute', 'slow', 'drip', 'unused'] as const).map((name) => timed(`${name}.test`)),
  ]);
  const all = [mute, slow, drip, unused].map((check) => check?.took ?? Infinity);
  expect(Math.max(...all)).toBeLessThan(MAX_DURATION_MS);
  expect(many.answers).toEqual([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
  expect(many.took).toBeLessThan(4_000);
  expect(mute).toMatchObject({ codes: ['dnsUnanswered', 'dnsUnanswered'], records: { a: [] } });
  expect(slow?.codes).toEqual(expect.arrayContaining(['dnsUnanswered', 'tlsFailed']));
  expect(slow?.reachable).toBe(true);
  expect(slow?.took).toBeGreaterThan(2_000);
  expect(drip?.codes).toContain('tlsFailed');
  expect(drip?.redirectsToHttps).toBeUndefined();
  expect(unused?.codes).toContain('unreachable');
  expect(unused?.reachable).toBe(false);
});
