import { beforeAll, describe, expect, it } from 'vitest';
import { DnsLookup } from '../src/dns/dns-lookup.js';
import { PublicAddress } from '../src/dns/outbound.js';
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
  it('connects to no address that is not public', async () => {
    // Which addresses are public is tested in networks.spec.ts.
    const kept = ['10.0.0.1', PRIVATE, '169.254.169.254'];
    for (const address of kept) {
      laboratory.dns.say('inside.test', { A: [address] });
      const found = await laboratory.check('inside.test');
      expect(found).toMatchObject({ reachable: false, sslValid: false, isConfigured: false });
      expect(found.findings).toContainEqual({
        code: 'addressPrivate',
        severity: 'error',
        host: 'inside.test',
      });
    }
    for (const address of ['::1', '64:ff9b::7f00:2']) {
      laboratory.dns.say('inside.test', { AAAA: [address] });
      expect((await timed('inside.test')).codes).toContain('addressPrivate');
    }
    expect(laboratory.privateConnections()).toBe(0);
  });

  it('rejects all addresses if one of them is not allowed', async () => {
    const before = own.connections;
    laboratory.dns.say('mixed.test', { A: [OWN, PRIVATE] });
    expect((await timed('mixed.test')).codes).toContain('addressPrivate');
    expect(own.connections).toBe(before);
    const addresses = new PublicAddress(laboratory.config);
    expect(await addresses.resolve('mixed.test')).toBeUndefined();
    laboratory.dns.say('own.test', { A: [OWN] });
    expect(await addresses.resolve('own.test')).toBe(OWN);
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

describe('a check ends in time', () => {
  let checks: Record<'mute' | 'slow' | 'drip' | 'unused', ReturnType<typeof timed>>;
  let many: ReturnType<typeof askMany>;

  const askMany = async () => {
    const servers = await Promise.all([1, 2, 3, 4].map(() => TestDns.start()));
    for (const server of servers) server.say('mute.test', 'silent');
    const begun = Date.now();
    const lookup = new DnsLookup(servers.map(({ address }) => address));
    const first = await lookup.a('mute.test');
    const took = Date.now() - begun;
    const answers = [first, await lookup.a('site.test')];
    lookup.close();
    for (const server of servers) server.close();
    return { answers, took };
  };

  // All at once: each of them waits for a time limit.
  beforeAll(async () => {
    for (const name of ['mute.test', 'www.mute.test', 'www.slow.test'])
      laboratory.dns.say(name, 'silent');
    laboratory.dns.say('slow.test', { A: ['127.0.0.6'] });
    await laboratory.https('127.0.0.6', silentServer());
    await laboratory.http('127.0.0.6', silentServer());
    laboratory.dns.say('drip.test', { A: ['127.0.0.7'] });
    await laboratory.https('127.0.0.7', drippingServer(tlsBeginning));
    await laboratory.http('127.0.0.7', drippingServer(httpBeginning));
    laboratory.dns.say('unused.test', { A: ['127.0.0.8'] });
    many = askMany();
    checks = {
      mute: timed('mute.test'),
      slow: timed('slow.test'),
      drip: timed('drip.test'),
      unused: timed('unused.test'),
    };
    for (const { took } of await Promise.all(Object.values(checks)))
      expect(took).toBeLessThan(MAX_DURATION_MS);
  }, 30_000);

  it('if the name servers do not answer', async () => {
    const { codes, records } = await checks.mute;
    expect(codes).toEqual(['dnsUnanswered', 'dnsUnanswered']);
    expect(records.a).toEqual([]);
  });

  it('if many name servers do not answer', async () => {
    const { answers, took } = await many;
    // The time is over for later questions, too.
    expect(answers).toEqual([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
    expect(took).toBeLessThan(4_000);
  });

  it('if everything answers late or never', async () => {
    const { codes, took, reachable } = await checks.slow;
    expect(codes).toEqual(expect.arrayContaining(['dnsUnanswered', 'tlsFailed']));
    expect(reachable).toBe(true);
    expect(took).toBeGreaterThan(2_000);
  });

  it('if servers send byte by byte', async () => {
    const { codes, redirectsToHttps } = await checks.drip;
    expect(codes).toContain('tlsFailed');
    expect(redirectsToHttps).toBeUndefined();
  });

  it('at an address without a server', async () => {
    expect((await checks.unused).codes).toContain('unreachable');
    expect((await checks.unused).reachable).toBe(false);
  });
});
