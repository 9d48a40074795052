import {
  GATEWAY,
  HTTPS_LISTENER,
  type AcmeObject,
  type Certificate,
  type CertificateRequest,
  type Gateway,
  type HttpRoute,
} from './cluster-objects.js';
import type { Condition } from './kubernetes-api.js';

/** Whether something is ready, and otherwise what the cluster says about it. */
export interface ClusterStatus {
  readonly isReady: boolean;
  /** The messages of controllers and issuer, as they are. */
  readonly messages: readonly string[];
  /** It has failed: waiting longer changes nothing soon. */
  readonly hasFailed?: boolean;
}

const isTrue = (conditions: readonly Condition[], type: string, generation?: number): boolean =>
  conditions.some(
    (one) =>
      one.type === type &&
      one.status === 'True' &&
      // A condition of an earlier state of the object says nothing about this one.
      (generation === undefined ||
        one.observedGeneration === undefined ||
        one.observedGeneration >= generation),
  );

const toText = (
  what: string,
  { reason, message }: { reason: string; message: string },
): string[] => {
  const said = [reason, message].filter(Boolean).join(': ');
  return said === '' ? [] : [`${what}: ${said}`];
};

const negative = (what: string, conditions: readonly Condition[], types: readonly string[]) =>
  conditions
    .filter(({ type, status }) => types.includes(type) && status !== 'True')
    .flatMap((one) => toText(what, one));

const ROUTE_CONDITIONS = ['Accepted', 'ResolvedRefs'];

/** Whether the cluster's Gateway serves the route of `domain`. */
export const toRouteStatus = (route: HttpRoute | undefined, domain: string): ClusterStatus => {
  if (!route?.spec.hostnames.includes(domain)) return { isReady: false, messages: [] };
  const { generation } = route.metadata;
  const parents = route.status.parents.filter(({ parentRef }) => parentRef.name === GATEWAY);
  return {
    isReady: parents.some(({ conditions }) =>
      ROUTE_CONDITIONS.every((type) => isTrue(conditions, type, generation)),
    ),
    messages: parents.flatMap(({ conditions }) =>
      negative('HTTPRoute', conditions, ROUTE_CONDITIONS),
    ),
  };
};

/** Whether there is a certificate of `domain`. */
export const isIssued = (certificate: Certificate | undefined, domain: string): boolean =>
  certificate !== undefined &&
  certificate.spec.dnsNames.includes(domain) &&
  isTrue(certificate.status.conditions, 'Ready', certificate.metadata.generation);

/** Whether the Gateway's listener uses the certificate. */
export const toListenerStatus = (gateway: Gateway | undefined): ClusterStatus => {
  const listener = gateway?.status.listeners.find(({ name }) => name === HTTPS_LISTENER);
  if (!listener) return { isReady: false, messages: [] };
  return {
    isReady: isTrue(listener.conditions, 'Programmed'),
    messages: negative('Gateway', listener.conditions, ['Programmed', 'ResolvedRefs']),
  };
};

const isOwnedBy =
  (owners: readonly { metadata: { uid: string } }[]) =>
  ({ metadata }: { metadata: { ownerReferences: readonly { uid: string }[] } }): boolean =>
    metadata.ownerReferences.some(({ uid }) => owners.some((one) => one.metadata.uid === uid));

const acmeTexts = (what: string, objects: readonly AcmeObject[]): string[] =>
  objects
    .filter(({ status }) => status.state !== 'valid')
    .flatMap(({ status: { state, reason } }) => toText(what, { reason: state, message: reason }));

/** What an issuer was asked for. */
export interface IssuerObjects {
  readonly requests: readonly CertificateRequest[];
  readonly orders: readonly AcmeObject[];
  readonly challenges: readonly AcmeObject[];
}

/** Why there is no certificate yet: what cert-manager and the issuer say, the newest attempt alone. */
export const toIssuingStatus = (
  certificate: Certificate | undefined,
  domain: string,
  issuer: IssuerObjects,
): ClusterStatus => {
  if (!certificate?.spec.dnsNames.includes(domain)) return { isReady: false, messages: [] };
  const { conditions } = certificate.status;
  const newest = issuer.requests
    .filter(isOwnedBy([certificate]))
    .toSorted((a, b) => a.metadata.creationTimestamp.localeCompare(b.metadata.creationTimestamp))
    .slice(-1);
  const orders = issuer.orders.filter(isOwnedBy(newest));
  const challenges = issuer.challenges.filter(isOwnedBy(orders));
  const messages = [
    ...negative('Certificate', conditions, ['Ready', 'Issuing']),
    ...newest.flatMap(({ status }) =>
      negative('CertificateRequest', status.conditions, ['Ready', 'Approved']),
    ),
    ...acmeTexts('Order', orders),
    ...acmeTexts('Challenge', challenges),
  ];
  const hasFailed = conditions.some(
    ({ type, status, reason }) => type === 'Issuing' && status === 'False' && reason === 'Failed',
  );
  return { isReady: false, messages, hasFailed };
};
