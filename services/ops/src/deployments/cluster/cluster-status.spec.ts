import { expect, it } from 'vitest';
import type { Certificate, HttpRoute } from './cluster-objects.js';
import { isIssued, toIssuingStatus, toListenerStatus, toRouteStatus } from './cluster-status.js';

const condition = (type: string, status: string, more: object = {}) => ({
  ...{ type, status, reason: '', message: '' },
  ...more,
});
const metadata = (uid: string, owner?: string, more: object = {}) => ({
  ...{ name: uid, uid, generation: 2, creationTimestamp: '' },
  ownerReferences: owner === undefined ? [] : [{ uid: owner }],
  ...more,
});
const route = (hostname: string, conditions: object[], gateway = 'public') =>
  ({
    metadata: metadata('route'),
    spec: { hostnames: [hostname] },
    status: { parents: [{ parentRef: { name: gateway }, conditions }] },
  }) as HttpRoute;
const certificate = (name: string, conditions: object[]) =>
  ({
    metadata: metadata('certificate'),
    spec: { dnsNames: [name] },
    status: { conditions },
  }) as Certificate;

const DOMAIN = 'clinic.example';
const now = { observedGeneration: 2 };
const accepted = [condition('Accepted', 'True', now), condition('ResolvedRefs', 'True', now)];
const nothing = { requests: [], orders: [], challenges: [] };

it('the status of a route is ready if our Gateway accepts it as it is now, for this domain', () => {
  expect(toRouteStatus(route(DOMAIN, accepted), DOMAIN).isReady).toBe(true);
  expect(toRouteStatus(route('other.example', accepted), DOMAIN).isReady).toBe(false);
  expect(toRouteStatus(route(DOMAIN, accepted, 'other'), DOMAIN).isReady).toBe(false);
  const before = accepted.map((one) => ({ ...one, observedGeneration: 1 }));
  expect(toRouteStatus(route(DOMAIN, before), DOMAIN).isReady).toBe(false);
  expect(toRouteStatus(undefined, DOMAIN)).toEqual({ isReady: false, messages: [] });
  // Otherwise it has the words of the controller.
  const refused = condition('Accepted', 'False', { reason: 'NoMatchingListenerHostname' });
  expect(toRouteStatus(route(DOMAIN, [refused]), DOMAIN)).toEqual({
    isReady: false,
    messages: ['HTTPRoute: NoMatchingListenerHostname'],
  });
});

it('the status of a certificate is issued if it is ready as it is now, for this domain', () => {
  const ready = condition('Ready', 'True', now);
  expect(isIssued(certificate(DOMAIN, [ready]), DOMAIN)).toBe(true);
  expect(isIssued(certificate('other.example', [ready]), DOMAIN)).toBe(false);
  const before = { ...ready, observedGeneration: 1 };
  expect(isIssued(certificate(DOMAIN, [before]), DOMAIN)).toBe(false);
});

it('the status of a certificate says what the issuer says about the newest attempt', () => {
  const waiting = condition('Ready', 'False', { reason: 'DoesNotExist', message: 'no secret' });
  const request = (uid: string, creationTimestamp: string) => ({
    metadata: metadata(uid, 'certificate', { creationTimestamp }),
    status: { conditions: [condition('Ready', 'False', { reason: 'Pending', message: uid })] },
  });
  const acme = (uid: string, owner: string, state: string, reason: string) => ({
    metadata: metadata(uid, owner),
    status: { state, reason },
  });
  const issuer = {
    requests: [request('second', '2026-02-01'), request('first', '2026-01-01')],
    orders: [acme('new', 'second', 'pending', ''), acme('old', 'first', 'invalid', 'old')],
    challenges: [
      acme('a', 'new', 'pending', 'wrong status code 404'),
      acme('b', 'new', 'valid', 'fine'),
      acme('c', 'old', 'invalid', 'of the old order'),
    ],
  };
  expect(toIssuingStatus(certificate(DOMAIN, [waiting]), DOMAIN, issuer)).toEqual({
    isReady: false,
    hasFailed: false,
    messages: [
      'Certificate: DoesNotExist: no secret',
      'CertificateRequest: Pending: second',
      'Order: pending',
      'Challenge: pending: wrong status code 404',
    ],
  });
});

it('the status of a certificate has failed if cert-manager will not try again soon', () => {
  const failed = condition('Issuing', 'False', { reason: 'Failed', message: 'order is invalid' });
  expect(toIssuingStatus(certificate(DOMAIN, [failed]), DOMAIN, nothing)).toMatchObject({
    hasFailed: true,
    messages: ['Certificate: Failed: order is invalid'],
  });
});

it('the status of a certificate is in use if the listener is programmed', () => {
  const listener = (name: string, status: string) => ({
    name,
    conditions: [condition('Programmed', status, { reason: 'Soon' })],
  });
  const gateway = (status: string) => ({
    metadata: metadata('gateway'),
    status: { listeners: [listener('https', 'True'), listener('custom-https', status)] },
  });
  const missing = { isReady: false, messages: ['Gateway: Soon'] };
  expect(toListenerStatus(gateway('True')).isReady).toBe(true);
  expect(toListenerStatus(gateway('False'))).toEqual(missing);
  expect(toListenerStatus(undefined).isReady).toBe(false);
});
