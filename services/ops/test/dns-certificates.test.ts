import {
  admin,
  rpcCaller,
  startTestService,
  testEnv,
  testMailServer,
  waitUntil,
  type TestService,
} from '@ctdb/chassis/testing';
import { checkDns } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { ActiveReleaseRepository } from '../src/deployments/releases/active-release.repository.js';
import { ReleasesRepository } from '../src/deployments/releases/releases.repository.js';
import { CertificateMonitor } from '../src/dns/certificate-monitor.js';
import { OpsModule } from '../src/ops.module.js';
import { Authority, selfSigned, type Identity, type Wish } from './dns/certificates.js';
import { httpServer, tlsServer } from './dns/endpoints.js';
import { Laboratory, OWN } from './dns/laboratory.js';

const administrators = 'administrators@example.com';
const mailServer = testMailServer({ ADMIN_EMAIL: administrators });
const laboratory = new Laboratory(testEnv());
let ops: TestService;
let used = 2;

beforeAll(async () => {
  ops = await startTestService(OpsModule, laboratory.env);
});

/** Checks a domain behind which https shows this certificate. */
const checkWith = async (domain: string, identity: Identity) => {
  used += 1;
  const address = `127.0.0.${used}`;
  await laboratory.https(address, tlsServer(identity));
  laboratory.dns.say(domain, { A: [address] });
  const found = await laboratory.check(domain);
  const codes = found.findings.map(({ code }) => code);
  const about = codes.filter((code) => code.startsWith('certificate') || code === 'tlsFailed');
  return { ...found, about };
};
const issued = (wish: Wish) => laboratory.authority.issue(wish);

describe('a certificate', () => {
  it('that is valid is returned with its names and days', async () => {
    const names = ['good.test', 'www.good.test'];
    const found = await checkWith('good.test', await issued({ names, to: 60 }));
    expect(found).toMatchObject({ about: [], reachable: true, sslValid: true });
    expect(found.certificate).toMatchObject({
      subject: 'CN=good.test',
      issuer: 'CN=Laboratory',
      names,
      daysLeft: 60,
    });
    expect(found.certificate).not.toHaveProperty('fault');
    const call = await rpcCaller(admin(), laboratory.env);
    const { certificate, sslValid } = await call(checkDns, { domain: 'good.test' });
    expect({ certificate, sslValid }).toEqual({ certificate: found.certificate, sslValid: true });
  });

  it.each<[fault: string, daysLeft: number, wish: Wish]>([
    ['certificateExpired', -3, { names: ['a.test'], from: -90, to: -3 }],
    ['certificateNotYetValid', 90, { names: ['a.test'], from: 2, to: 90 }],
    ['certificateWrongName', 60, { names: ['other.test'] }],
    ['certificateWrongName', 60, { names: ['*.wild.a.test'] }],
  ])('is read although it has a fault: %s', async (fault, daysLeft, wish) => {
    const found = await checkWith('a.test', await issued(wish));
    expect(found).toMatchObject({ reachable: true, sslValid: false, isConfigured: false });
    const { names } = wish;
    expect(found.certificate).toMatchObject({ fault, daysLeft, issuer: 'CN=Laboratory', names });
    expect(found.about).toEqual([fault]);
  });

  it('that is self-signed is reported', async () => {
    const found = await checkWith('self.test', await selfSigned({ names: ['self.test'] }));
    expect(found.about).toEqual(['certificateSelfSigned']);
    expect(found).toMatchObject({ sslValid: false, certificate: { subject: 'CN=self.test' } });
  });

  it('of an unknown authority is reported', async () => {
    const stranger = await Authority.named('Stranger');
    const found = await checkWith(
      'strange.test',
      await stranger.issue({ names: ['strange.test'] }),
    );
    expect(found.about).toEqual(['certificateUntrusted']);
    expect(found.certificate).toMatchObject({ issuer: 'CN=Stranger' });
  });

  it('may have several faults, and all are reported', async () => {
    const both = await selfSigned({ names: ['x.test'], from: -9, to: -1 });
    const found = await checkWith('both.test', both);
    expect(found.about.toSorted()).toEqual([
      'certificateExpired',
      'certificateSelfSigned',
      'certificateWrongName',
    ]);
  });

  it('that ends in less than 14 days is advised about', async () => {
    const later = await checkWith('later.test', await issued({ names: ['later.test'], to: 14 }));
    expect(later.about).toEqual([]);
    const soon = await checkWith('soon.test', await issued({ names: ['soon.test'], to: 13 }));
    expect(soon).toMatchObject({ about: ['certificateEndsSoon'], sslValid: true });
    expect(soon.findings).toContainEqual({
      code: 'certificateEndsSoon',
      severity: 'advice',
      host: 'soon.test',
      days: 13,
    });
  });

  it('is missing where something else than TLS answers', async () => {
    laboratory.dns.say('plain.test', { A: [OWN] });
    await laboratory.https(OWN, httpServer(200));
    const found = await laboratory.check('plain.test');
    expect(found.findings).toContainEqual({
      code: 'tlsFailed',
      severity: 'error',
      host: 'plain.test',
    });
    expect(found).toMatchObject({ reachable: true, sslValid: false });
  });
});

describe('the monitor of the own certificate', () => {
  it('stores the last certificate, and keeps it if none is presented', async () => {
    const watch = ops.get(CertificateMonitor);
    expect(await watch.lastCertificate()).toBeUndefined();

    const endpoint = await laboratory.https(
      '127.0.0.15',
      tlsServer(await issued({ names: ['site.test'], to: 40 })),
    );
    laboratory.dns.say('site.test', { A: ['127.0.0.15'] });
    await watch.checkNow();
    const first = await watch.lastCertificate();
    expect(first).toMatchObject({ subject: 'CN=site.test', daysLeft: 40, names: ['site.test'] });
    expect(Date.parse(first?.checkedAt ?? '')).toBeGreaterThan(Date.now() - 20_000);

    await endpoint.close();
    await watch.checkNow();
    expect(await watch.lastCertificate()).toEqual(first);

    laboratory.dns.say('site.test', { A: ['127.0.0.14'] });
    await laboratory.https('127.0.0.14', tlsServer(await issued({ names: ['x.test'], to: 5 })));
    await watch.checkNow();
    expect(await watch.lastCertificate()).toMatchObject({
      daysLeft: 5,
      fault: 'certificateWrongName',
    });
    await watch.checkNow();
    const mail = await mailServer.waitFor('the certificate ends on', administrators);
    expect(mail.text).toContain('The certificate of site.test ends on');
    expect(mailServer.mails).toHaveLength(1);
  });

  it('watches that of the live release, too', async () => {
    const identity = await issued({ names: ['clinic.test'], to: 9 });
    await laboratory.https('127.0.0.15', tlsServer(identity));
    laboratory.dns.say('clinic.test', { A: ['127.0.0.15'] });
    const releaseId = new Types.ObjectId();
    await ops.get(ReleasesRepository).insert({
      ...{ _id: releaseId, hash: 'a'.repeat(64), projectName: 'Clinic', domain: 'clinic.test' },
      ...{ files: [], bytes: 0, createdAt: new Date(), createdBy: 'asha', isWithdrawn: false },
    });
    const active = ops.get(ActiveReleaseRepository);
    const none = { previousId: null, deploymentId: null, bundle: null, previousBundle: null };
    await active.switch(await active.get(), { releaseId, ...none });

    const watch = ops.get(CertificateMonitor);
    await watch.checkNow();
    await waitUntil(() => mailServer.mails.length === 2, 'there is no second mail');
    expect(mailServer.mails[1]?.text).toContain('The certificate of clinic.test ends on');
    expect(await watch.daysLeft()).toEqual([
      { domain: 'site.test', days: 5 },
      { domain: 'clinic.test', days: 9 },
    ]);
  });
});
