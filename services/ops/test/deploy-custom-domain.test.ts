import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@ctdb/chassis/testing';
import { getDeployment, verifyDeployment, type DeploymentDetail } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { Types } from 'mongoose';
import { FakeCluster } from './deploy-support/fake-cluster.js';
import { testOps } from './deploy-support/ops.js';
import { Authority } from './dns/certificates.js';
import { TestDns } from './dns/dns-server.js';
import { Endpoint, httpServer, tlsServer } from './dns/endpoints.js';
import { OWN } from './dns/laboratory.js';

const ROUTE = 'httproutes/custom-domain';
const CERTIFICATE = 'certificates/custom-domain';
const REASON = 'wrong status code 404, expected 200';

const cluster = new FakeCluster();
let dns: TestDns;

const ops = testOps('inside', async () => {
  const authority = await Authority.named('Laboratory');
  await cluster.start(authority);
  dns = await TestDns.start();
  const identity = await authority.issue({ names: ['clinic.test', 'other.test'] });
  const https = await Endpoint.listen(tlsServer(identity), OWN, 0);
  const http = await Endpoint.listen(httpServer(200), OWN, 0);
  const folder = await mkdtemp(join(tmpdir(), 'authority-'));
  const file = join(folder, 'authority.pem');
  await writeFile(file, authority.pem);
  ops.env.onEnd(async () => {
    dns.close();
    await Promise.all([cluster.close(), https.close(), http.close()]);
    await rm(folder, { recursive: true });
  });
  return {
    ...cluster.settings,
    CERTIFICATE_WAIT_SECONDS: '6',
    SITE_DOMAIN: 'site.test',
    SITE_IPV4: OWN,
    DNS_SERVERS: dns.address,
    DNS_LABORATORY_NETWORKS: '127.0.0.0/28',
    DNS_TRUSTED_CA_FILE: file,
    DNS_HTTPS_PORT: String(https.port),
    DNS_HTTP_PORT: String(http.port),
  };
});

const isTrue = (type: string) => ({ type, status: 'True', reason: type, message: '' });
const listener = (status: string) => ({
  listeners: [{ name: 'custom-https', conditions: [{ ...isTrue('Programmed'), status }] }],
});
const accept = () => {
  const conditions = [isTrue('Accepted'), isTrue('ResolvedRefs')];
  cluster.setStatus(ROUTE, { parents: [{ parentRef: { name: 'public' }, conditions }] });
};
const codes = ({ findings }: DeploymentDetail) => findings.map(({ code }) => code);
const outcomes = ({ timeline }: DeploymentDetail) =>
  Object.fromEntries(timeline.map(({ stage, outcome }) => [stage, outcome]));
/** Starts a deployment, and waits until the cluster has its certificate. */
const startApplied = async (domain: string): Promise<string> => {
  cluster.objects.delete(CERTIFICATE);
  const id = await ops.start({ domain });
  await waitUntil(() => cluster.objects.has(CERTIFICATE), 'nothing is applied', 60_000);
  return id;
};
const untilNotIssued = async (id: string): Promise<DeploymentDetail> => {
  let seen = await ops.call(getDeployment, { id });
  const isSeen = async () => {
    seen = await ops.call(getDeployment, { id });
    return seen.stage === 'ssl_setup' && codes(seen).includes('certificateNotIssued');
  };
  await waitUntil(isSeen, 'the deployment shows no finding', 60_000);
  return seen;
};

it('gives its domain a route and a certificate, and shows what the issuer says meanwhile', async () => {
  dns.sayRight('clinic.test', OWN);
  const gateway = { metadata: { name: 'public', uid: 'gateway' }, spec: {} };
  cluster.objects.set('gateways/public', { ...gateway, status: listener('False') });
  const id = await startApplied('https://Clinic.test/');
  expect(cluster.spec(ROUTE)).toMatchObject({ hostnames: ['clinic.test'] });
  expect(cluster.spec(CERTIFICATE)).toMatchObject({ dnsNames: ['clinic.test'] });

  const owned = (name: string, uid: string) => ({
    metadata: { name, uid: name, ownerReferences: [{ uid }] },
    spec: {},
  });
  cluster.objects.set('certificaterequests/one', owned('one', CERTIFICATE));
  cluster.objects.set('orders/two', owned('two', 'one'));
  const challenge = { ...owned('three', 'two'), status: { state: 'pending', reason: REASON } };
  cluster.objects.set('challenges/three', challenge);
  accept();
  const waiting = await untilNotIssued(id);
  const line = `Challenge: pending: ${REASON}`;
  expect(waiting.findings[0]?.found).toContain(line);
  // The wait for the route before has found the same, but logs only what the route lacks.
  const isLogged = async () => (await ops.call(getDeployment, { id })).buildLogs.includes(line);
  await waitUntil(isLogged, 'the log lacks the reason');
  expect(outcomes(waiting)).toMatchObject({ dns_checking: 'done', ssl_setup: 'running' });

  cluster.setStatus(CERTIFICATE, { conditions: [isTrue('Ready')] });
  cluster.setStatus('gateways/public', listener('True'));
  const done = await ops.ended(id);
  expect(outcomes(done)).toMatchObject({ dns_checking: 'done', ssl_setup: 'done' });
  expect(done).toMatchObject({ stage: 'completed', isUnverified: false });
}, 120_000);

it('goes on without a certificate, and a later check finds it', async () => {
  dns.sayRight('other.test', OWN);
  const id = await startApplied('other.test');
  accept();
  cluster.setStatus(CERTIFICATE, { conditions: [{ ...isTrue('Ready'), status: 'False' }] });
  const done = await ops.ended(id, 120_000);
  expect(done).toMatchObject({ stage: 'completed', isUnverified: true });
  expect(codes(done)).toContain('certificateNotIssued');
  expect(cluster.spec(ROUTE)).toMatchObject({ hostnames: ['other.test'] });

  cluster.setStatus(CERTIFICATE, { conditions: [isTrue('Ready')] });
  const later = await ops.call(verifyDeployment, { id });
  expect(later).toMatchObject({ isUnverified: false });
}, 180_000);

it.each([
  ['its worker has stopped too often', { takeovers: 3 }],
  ['its time is over', { startedAt: new Date(Date.now() - 3_600_000) }],
])(
  'keeps the release, route and certificate while it waits for the certificate and %s',
  async (_, interrupted) => {
    dns.sayRight('other.test', OWN);
    const id = await startApplied('other.test');
    accept();
    await untilNotIssued(id);
    // As after the death of its worker: another one takes it.
    const change = { $inc: { token: 1 }, $set: { ...interrupted, seenAt: new Date(0) } };
    await ops.db.collection('deployments').updateOne({ _id: new Types.ObjectId(id) }, change);
    const done = await ops.ended(id);
    expect(done).toMatchObject({ stage: 'completed', isUnverified: true });
    expect(codes(done)).toContain('certificateNotIssued');
    expect(outcomes(done)).toMatchObject({ dns_checking: 'done', ssl_setup: 'failed' });
    expect(await ops.live()).toBe(done.releaseId);
    expect(cluster.spec(CERTIFICATE)).toMatchObject({ dnsNames: ['other.test'] });
  },
  120_000,
);

it('completes where the cluster refuses, and says so', async () => {
  cluster.isRefusing = true;
  const done = await ops.ended(await ops.start({ domain: 'clinic.test' }));
  cluster.isRefusing = false;
  expect(done).toMatchObject({ stage: 'completed', isUnverified: true });
  expect(outcomes(done)).toMatchObject({ dns_checking: 'failed' });
  const found = ['403 certificates "custom-domain" is forbidden'];
  expect(done.findings).toContainEqual(expect.objectContaining({ code: 'clusterFailed', found }));
}, 90_000);

it.each([[{}], [{ domain: 'site.test' }]])(
  "removes both without a domain, or with the installation's own: %j",
  async (input) => {
    for (const path of [ROUTE, CERTIFICATE])
      cluster.objects.set(path, { metadata: { name: 'custom-domain' }, spec: {} });
    expect(await ops.ended(await ops.start(input))).toMatchObject({ stage: 'completed' });
    expect([ROUTE, CERTIFICATE].filter((path) => cluster.objects.has(path))).toEqual([]);
  },
  90_000,
);
