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
import { SchedulerRegistry } from '@nestjs/schedule';
import { beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { ActiveSiteRepository } from '../src/deployments/active-site.repository.js';
import { CertificateMonitor } from '../src/certificates/certificate-monitor.js';
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
  const timers = ops.get(SchedulerRegistry);
  for (const name of timers.getTimeouts()) timers.deleteTimeout(name);
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

  const ownNames = { names: ['a.test'] };
  const ended = { names: ['a.test'], from: -90, to: -3 };
  const early = { names: ['a.test'], from: 2, to: 90 };
  const stranger = async (wish: Wish) => (await Authority.named('Stranger')).issue(wish);
  it.each<[(wish: Wish) => Promise<Identity>, Wish, issuer: string, ...faults: string[]]>([
    [issued, ended, 'Laboratory', 'certificateExpired'],
    [issued, early, 'Laboratory', 'certificateNotYetValid'],
    [issued, { names: ['other.test'] }, 'Laboratory', 'certificateWrongName'],
    [issued, { names: ['*.wild.a.test'] }, 'Laboratory', 'certificateWrongName'],
    [selfSigned, ownNames, 'a.test', 'certificateSelfSigned'],
    [stranger, ownNames, 'Stranger', 'certificateUntrusted'],
    [
      selfSigned,
      { names: ['x.test'], from: -9, to: -3 },
      'x.test',
      'certificateExpired',
      'certificateSelfSigned',
      'certificateWrongName',
    ],
  ])('is read although it has faults: %o of %j', async (make, wish, issuer, ...faults) => {
    const found = await checkWith('a.test', await make(wish));
    expect(found).toMatchObject({ reachable: true, sslValid: false, isConfigured: false });
    const { names, to: daysLeft = 60 } = wish;
    expect(found.certificate).toMatchObject({ daysLeft, issuer: `CN=${issuer}`, names });
    expect(found.about.toSorted()).toEqual(faults);
    expect(faults).toContain(found.certificate?.fault);
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

it('the monitor of the own certificate stores the last certificate, and keeps it if none is presented', async () => {
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

it('the monitor of the own certificate watches that of the active deployment, too', async () => {
  const identity = await issued({ names: ['clinic.test'], to: 9 });
  await laboratory.https('127.0.0.15', tlsServer(identity));
  laboratory.dns.say('clinic.test', { A: ['127.0.0.15'] });
  const active = ops.get(ActiveSiteRepository);
  const id = new Types.ObjectId();
  await active.switch((await active.get()).version, {
    ...{ releaseId: id, deploymentId: id, site: 'a'.repeat(64), projectName: 'Clinic' },
    ...{ domain: 'clinic.test', isVerified: false, deployedAt: new Date() },
  });

  const watch = ops.get(CertificateMonitor);
  await watch.checkNow();
  await waitUntil(() => mailServer.mails.length === 2, 'there is no second mail');
  expect(mailServer.mails[1]?.text).toContain('The certificate of clinic.test ends on');
  expect(await watch.daysLeft()).toEqual([
    { domain: 'site.test', days: 5 },
    { domain: 'clinic.test', days: 9 },
  ]);
});
