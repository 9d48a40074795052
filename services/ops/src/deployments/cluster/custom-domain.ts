import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger } from '@ctdb/chassis';
import type { DnsFinding } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import { sanitizeLine } from '../log-writer.js';
import type { DeploymentSession } from '../session.js';
import {
  certificateRequests,
  certificates,
  challenges,
  CUSTOM_DOMAIN,
  FIELD_MANAGER,
  GATEWAY,
  gateways,
  httpRoutes,
  orders,
  toCertificate,
  toHttpRoute,
} from './cluster-objects.js';
import {
  isIssued,
  toIssuingStatus,
  toListenerStatus,
  toRouteStatus,
  type ClusterStatus,
} from './cluster-status.js';
import { KubernetesApi, KubernetesError } from './kubernetes-api.js';

/** How long is waited, and what is left for the last check and the end of the deployment. */
export const clusterTiming = { pollMs: 2_000, routeWaitMs: 30_000, reserveMs: 20_000 };
const MAX_MESSAGE = 500;

type Findings = DnsFinding[];

interface DomainState {
  route: ClusterStatus;
  certificate: ClusterStatus;
}

/**
 * The driver `kubernetes`: gives the domain of the live deployment a route and a certificate in the
 * cluster. The installation's own domain has both by its manifests. Does nothing with another driver.
 * What the cluster refuses is a finding, never a failed deployment.
 */
@Injectable()
export class CustomDomain {
  private readonly api: KubernetesApi | undefined;
  private readonly waitMs: number;

  constructor(
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly logger: AppLogger,
  ) {
    const { kubernetes } = config;
    this.api = kubernetes && new KubernetesApi(kubernetes, FIELD_MANAGER);
    this.waitMs = kubernetes?.certificateWaitMs ?? 0;
  }

  /** Makes route and certificate those of the deployment's domain; without one removes them. */
  async apply(session: DeploymentSession): Promise<void> {
    const { api } = this;
    if (!api) return;
    const { signal } = session;
    const domain = this.managed(session.deployment.domain);
    await session.assertHeld();
    try {
      if (domain === undefined) {
        await api.delete(httpRoutes, CUSTOM_DOMAIN, signal);
        await api.delete(certificates, CUSTOM_DOMAIN, signal);
        session.log('Cluster: no domain of its own, so neither route nor certificate.');
        return;
      }
      await api.apply(httpRoutes, toHttpRoute(domain), signal);
      await api.apply(certificates, toCertificate(domain), signal);
      session.log(`Cluster: route and certificate of ${domain} applied.`);
    } catch (error) {
      signal.throwIfAborted();
      session.log(`Cluster: ${this.describe(error)}`);
    }
  }

  /** Waits until the Gateway serves the route. */
  async waitForRoute(session: DeploymentSession): Promise<void> {
    await this.waitFor(session, clusterTiming.routeWaitMs, ({ route }) => route);
  }

  /** Waits for the certificate; stores meanwhile what the issuer says. */
  async waitForCertificate(session: DeploymentSession): Promise<void> {
    await this.waitFor(session, this.waitMs, ({ certificate }) => certificate);
  }

  /** What the cluster lacks for a domain, in its own words. */
  async findings(domain: string, signal?: AbortSignal): Promise<Findings> {
    const managed = this.managed(domain);
    if (!this.api || managed === undefined) return [];
    try {
      return toFindings(managed, await this.read(this.api, managed, signal));
    } catch (error) {
      signal?.throwIfAborted();
      const found = [this.describe(error)];
      return [{ code: 'clusterFailed', severity: 'error', host: domain, found }];
    }
  }

  private managed(domain: string | undefined): string | undefined {
    const { domain: own, hasOwnDomain } = this.config.dns;
    return hasOwnDomain && domain === own ? undefined : domain;
  }

  private async read(
    api: KubernetesApi,
    domain: string,
    signal?: AbortSignal,
  ): Promise<DomainState> {
    const [route, certificate, gateway] = await Promise.all([
      api.get(httpRoutes, CUSTOM_DOMAIN, signal),
      api.get(certificates, CUSTOM_DOMAIN, signal),
      api.get(gateways, GATEWAY, signal),
    ]);
    const routed = toRouteStatus(route, domain);
    if (isIssued(certificate, domain))
      return { route: routed, certificate: toListenerStatus(gateway) };
    const [requests, ordered, challenged] = await Promise.all([
      api.list(certificateRequests, signal),
      api.list(orders, signal),
      api.list(challenges, signal),
    ]);
    const issuer = { requests, orders: ordered, challenges: challenged };
    return { route: routed, certificate: toIssuingStatus(certificate, domain, issuer) };
  }

  private async waitFor(
    session: DeploymentSession,
    limitMs: number,
    part: (state: DomainState) => ClusterStatus,
  ): Promise<void> {
    const { signal, deployment } = session;
    const domain = this.managed(deployment.domain);
    if (!this.api || domain === undefined) return;
    const end = Math.min(Date.now() + limitMs, session.endsAt - clusterTiming.reserveMs);
    let last = '';
    for (;;) {
      const state = await this.read(this.api, domain, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        session.log(`Cluster: ${this.describe(error)}`);
        return undefined;
      });
      // The check that follows finds the same.
      if (!state) return;
      const { isReady, hasFailed, messages } = part(state);
      if (isReady) return;
      const said = messages.map(sanitizeLine);
      if (said.join('\n') !== last) {
        last = said.join('\n');
        for (const line of said) session.log(line);
        await session.save({ findings: toFindings(domain, state) });
      }
      if (hasFailed || Date.now() + clusterTiming.pollMs > end) return;
      await pause(clusterTiming.pollMs, undefined, { signal });
    }
  }

  private describe(error: unknown): string {
    this.logger.warn('the API server of the cluster', error);
    if (error instanceof KubernetesError) return clean(`${error.status} ${error.message}`);
    const { code, name } = error as { code?: unknown; name?: string };
    return typeof code === 'string' ? code : (name ?? 'Error');
  }
}

const clean = (message: string): string => {
  const line = sanitizeLine(message.replaceAll(/\s+/g, ' '));
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE - 1)}…` : line;
};

const toFindings = (host: string, { route, certificate }: DomainState): Findings => [
  ...(route.isReady ? [] : [toFinding('routeNotReady', host, route)]),
  ...(certificate.isReady ? [] : [toFinding('certificateNotIssued', host, certificate)]),
];

const toFinding = (
  code: 'routeNotReady' | 'certificateNotIssued',
  host: string,
  { messages }: ClusterStatus,
): DnsFinding => ({
  code,
  severity: 'error',
  host,
  ...(messages.length > 0 && { found: [...new Set(messages.map(clean))] }),
});
