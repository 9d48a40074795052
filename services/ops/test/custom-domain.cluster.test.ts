import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { exampleEnv, testLogger, waitUntil } from '@ctdb/chassis/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config.js';
import { FIELD_MANAGER } from '../src/deployments/cluster/cluster-objects.js';
import { CustomDomain } from '../src/deployments/cluster/custom-domain.js';
import type { DeploymentSession } from '../src/deployments/session.js';

/*
 * Against the API server of `npm run test:k8s`, which has applied the manifests, with the token of the
 * service account. No controller runs there: the test writes the status.
 */

const { env } = process;
const namespace = env['CLUSTER_NAMESPACE'] ?? '';
const DOMAIN = 'clinic.example';
const REASON = 'Waiting for HTTP-01 challenge propagation: wrong status code 404, expected 200';

const config = loadConfig({
  ...env,
  ...exampleEnv,
  DEPLOYMENT_DRIVER: 'kubernetes',
});
const driver = new CustomDomain(config, testLogger());

const kubectl = async (args: string[], input = ''): Promise<string> => {
  const program = env['KUBECTL'] ?? 'kubectl';
  const run = promisify(execFile)(program, ['-n', namespace, ...args]);
  run.child.stdin?.end(input);
  return (await run).stdout;
};

interface Found {
  metadata: { uid: string; generation: number; managedFields: { manager: string }[] };
  spec: { hostnames?: string[]; dnsNames?: string[] };
}
const get = async (what: string) =>
  JSON.parse(await kubectl(['get', what, '-o', 'json', '--show-managed-fields'])) as Found;
const getBoth = async () =>
  [await get('httproute/custom-domain'), await get('certificate/custom-domain')] as const;
const create = async (object: object): Promise<string> => {
  const made = await kubectl(['create', '-f', '-', '-o', 'json'], JSON.stringify(object));
  return (JSON.parse(made) as Found).metadata.uid;
};
const setStatus = (what: string, status: object) => {
  const patch = JSON.stringify({ status });
  return kubectl(['patch', what, '--subresource=status', '--type=merge', '-p', patch]);
};

const lines: string[] = [];
const session = (domain?: string) => {
  const { signal } = new AbortController();
  return {
    ...{ deployment: { domain }, signal, endsAt: Date.now() + 60_000 },
    log: (line: string) => void lines.push(line),
    save: () => Promise.resolve(),
    assertHeld: () => Promise.resolve(),
  } as unknown as DeploymentSession;
};
/** What is lacking; with the words of the cluster where it has refused. */
const codes = async () =>
  (await driver.findings(DOMAIN)).map(({ code, found = [] }) =>
    code === 'clusterFailed' ? found.join() : code,
  );
const condition = (type: string, status: string, reason: string, message = '') => ({
  ...{ type, status, reason, message },
  lastTransitionTime: '2026-01-01T00:00:00Z',
});
const parents = (status: string, reason: string, observedGeneration: number) => {
  const accepted = condition('Accepted', status, reason);
  const resolved = condition('ResolvedRefs', 'True', 'ResolvedRefs');
  const conditions = [accepted, resolved].map((each) => ({ ...each, observedGeneration }));
  const controllerName = 'example.com/gateway';
  return { parents: [{ parentRef: { name: 'public' }, controllerName, conditions }] };
};
const CERT_MANAGER = 'cert-manager.io/v1';
const ACME = 'acme.cert-manager.io/v1';
/** The garbage collector removes what names an owner that is not there. */
const owned = (
  { apiVersion, kind, name }: Record<'apiVersion' | 'kind' | 'name', string>,
  owner: object,
  spec: object,
) => ({
  ...{ apiVersion, kind, spec },
  metadata: { name, ownerReferences: [owner] },
});

beforeEach(() => {
  lines.length = 0;
});

describe('the custom domain', () => {
  it('has one route and one certificate, however often they are applied', async () => {
    await driver.apply(session(DOMAIN));
    const first = await getBoth();
    await driver.apply(session(DOMAIN));
    const [route, certificate] = await getBoth();
    expect(lines.join('\n')).not.toMatch(/forbidden|invalid/);
    expect(route.spec.hostnames).toEqual([DOMAIN]);
    expect(certificate.spec.dnsNames).toEqual([DOMAIN]);
    expect([route, certificate].map(({ metadata }) => metadata.generation)).toEqual(
      first.map(({ metadata }) => metadata.generation),
    );
    expect(route.metadata.managedFields.map(({ manager }) => manager)).toEqual([FIELD_MANAGER]);
    // The API server may still prepare the lists of kinds that were defined just now.
    await waitUntil(
      async () => (await codes()).join() === 'routeNotReady,certificateNotIssued',
      'neither route nor certificate is missed',
      20_000,
    );
  });

  it('has a finding with the words of the Gateway, cert-manager and the issuer until all is there', async () => {
    const { generation } = (await get('httproute/custom-domain')).metadata;
    const refused = parents('False', 'NoMatchingListenerHostname', generation);
    await setStatus('httproute/custom-domain', refused);
    expect(await codes()).toEqual(['routeNotReady', 'certificateNotIssued']);
    await setStatus('httproute/custom-domain', parents('True', 'Accepted', generation));

    const { uid } = (await get('certificate/custom-domain')).metadata;
    const issuerRef = { name: 'custom-domain', kind: 'Issuer' };
    const csr = Buffer.from('request').toString('base64');
    const request = { apiVersion: CERT_MANAGER, kind: 'CertificateRequest', name: 'request-1' };
    const order = { apiVersion: ACME, kind: 'Order', name: 'order-1' };
    const certificate = { apiVersion: CERT_MANAGER, kind: 'Certificate', name: 'custom-domain' };
    const spec = { request: csr, issuerRef };
    const requestUid = await create(owned(request, { ...certificate, uid }, spec));
    const orderUid = await create(
      owned(order, { ...request, uid: requestUid }, { ...spec, dnsNames: [DOMAIN] }),
    );
    const challenge = { apiVersion: ACME, kind: 'Challenge', name: 'challenge-1' };
    const challengeSpec = {
      ...{ issuerRef, dnsName: DOMAIN, type: 'HTTP-01', key: 'k', token: 't' },
      ...{ url: 'https://issuer.example/1', authorizationURL: 'https://issuer.example/2' },
      solver: { http01: { gatewayHTTPRoute: {} } },
    };
    await create(owned(challenge, { ...order, uid: orderUid }, challengeSpec));
    await setStatus('order/order-1', { state: 'pending' });
    await setStatus('challenge/challenge-1', { state: 'pending', reason: REASON });
    const [finding] = await driver.findings(DOMAIN);
    expect(finding).toMatchObject({ code: 'certificateNotIssued', host: DOMAIN });
    expect(finding?.found).toContain(`Challenge: pending: ${REASON}`);

    const ready = { conditions: [condition('Ready', 'True', 'Ready')] };
    await setStatus('certificate/custom-domain', ready);
    const listener = (status: string) => {
      const conditions = [condition('Programmed', status, 'Programmed', 'soon')];
      const counts = { attachedRoutes: 1, supportedKinds: [] };
      return { listeners: [{ name: 'custom-https', ...counts, conditions }] };
    };
    await setStatus('gateway/public', listener('False'));
    expect(await codes()).toEqual(['certificateNotIssued']);
    await setStatus('gateway/public', listener('True'));
    expect(await codes()).toEqual([]);
  });

  it('is changed to another one', async () => {
    const other = 'other.example';
    await driver.apply(session(other));
    const [route, certificate] = await getBoth();
    expect([route.spec.hostnames, certificate.spec.dnsNames]).toEqual([[other], [other]]);
    expect(await codes()).toEqual(['routeNotReady', 'certificateNotIssued']);
  });

  it('is removed, even twice', async () => {
    await driver.apply(session());
    await driver.apply(session());
    expect(lines.join('\n')).not.toMatch(/forbidden/);
    const left = await kubectl(['get', 'httproutes,certificates', '-o', 'name']);
    expect(left).toContain('/public');
    expect(left).not.toContain('/custom-domain');
  });
});
