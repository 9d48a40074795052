import { z } from 'zod';
import { conditions, metadata, type AppliedObject, type Resource } from './kubernetes-api.js';

/**
 * The names in the component `k8s/components/custom-domain`, whose Role allows these objects and no
 * others.
 */
export const CUSTOM_DOMAIN = 'custom-domain';
export const GATEWAY = 'public';
export const HTTPS_LISTENER = 'custom-https';
/** The fields of route and certificate that we set belong to it. */
export const FIELD_MANAGER = 'colour-therapy-ops';

const GATEWAY_GROUP = 'gateway.networking.k8s.io';
const CERTIFICATE_GROUP = 'cert-manager.io';
const ACME_GROUP = 'acme.cert-manager.io';

const labels = { 'app.kubernetes.io/part-of': 'colour-therapy-database' };
const status = { status: z.object({ conditions }).default({ conditions: [] }) };
const acmeStatus = z.object({ state: z.string().default(''), reason: z.string().default('') });
const acmeObject = z.object({ metadata, status: acmeStatus.default({ state: '', reason: '' }) });

export const httpRoutes = {
  group: GATEWAY_GROUP,
  plural: 'httproutes',
  schema: z.object({
    metadata,
    spec: z.object({ hostnames: z.array(z.string()).default([]) }),
    status: z
      .object({
        parents: z.array(z.object({ parentRef: z.object({ name: z.string() }), conditions })),
      })
      .default({ parents: [] }),
  }),
} satisfies Resource;

export const gateways = {
  group: GATEWAY_GROUP,
  plural: 'gateways',
  schema: z.object({
    metadata,
    status: z
      .object({ listeners: z.array(z.object({ name: z.string(), conditions })).default([]) })
      .default({ listeners: [] }),
  }),
} satisfies Resource;

export const certificates = {
  group: CERTIFICATE_GROUP,
  plural: 'certificates',
  schema: z.object({
    metadata,
    spec: z.object({ dnsNames: z.array(z.string()).default([]) }),
    ...status,
  }),
} satisfies Resource;

export const certificateRequests = {
  group: CERTIFICATE_GROUP,
  plural: 'certificaterequests',
  schema: z.object({ metadata, ...status }),
} satisfies Resource;

export const orders = {
  group: ACME_GROUP,
  plural: 'orders',
  schema: acmeObject,
} satisfies Resource;
export const challenges = {
  group: ACME_GROUP,
  plural: 'challenges',
  schema: acmeObject,
} satisfies Resource;

type Read<R extends Resource> = z.output<R['schema']>;
export type HttpRoute = Read<typeof httpRoutes>;
export type Gateway = Read<typeof gateways>;
export type Certificate = Read<typeof certificates>;
export type CertificateRequest = Read<typeof certificateRequests>;
/** An order at the issuer, or one of its challenges. */
export type AcmeObject = z.output<typeof acmeObject>;

/** Requests of the domain reach the gateways. */
export const toHttpRoute = (domain: string): AppliedObject => ({
  apiVersion: `${GATEWAY_GROUP}/v1`,
  kind: 'HTTPRoute',
  metadata: { name: CUSTOM_DOMAIN, labels },
  spec: {
    parentRefs: [{ name: GATEWAY, sectionName: HTTPS_LISTENER }],
    hostnames: [domain],
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: '/' } }],
        backendRefs: [{ name: 'gateway', port: 80 }],
        // As the route of the installation's own domain.
        timeouts: { request: '6m' },
      },
    ],
  },
});

/** cert-manager obtains and renews it; the Gateway's listener reads the Secret. */
export const toCertificate = (domain: string): AppliedObject => ({
  apiVersion: `${CERTIFICATE_GROUP}/v1`,
  kind: 'Certificate',
  metadata: { name: CUSTOM_DOMAIN, labels },
  spec: {
    secretName: 'custom-domain-tls',
    dnsNames: [domain],
    issuerRef: { name: CUSTOM_DOMAIN, kind: 'Issuer' },
    privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
  },
});
