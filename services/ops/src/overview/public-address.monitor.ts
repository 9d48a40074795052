import { Metrics } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Counter } from 'prom-client';
import { OPS_CONFIG, type OpsConfig } from '../config.js';

const CHECK_INTERVAL_MS = 60_000;
const CHECK_TIMEOUT_MS = 5_000;
/** Every answer of a gateway has it, and no answer of what stands in front of one. */
const GATEWAY_HEADER = 'x-request-id';

/**
 * Requests the public address as a browser does, by its name and certificate, and counts the outcomes: an answer of
 * the gateway, of the proxy in front of it (nginx, a Gateway or Ingress), or none. Off without an own domain.
 */
@Injectable()
export class PublicAddressMonitor {
  private readonly url: URL | undefined;
  private readonly checks: Counter<'outcome'>;

  constructor(@Inject(OPS_CONFIG) { dns, deployments }: OpsConfig, metrics: Metrics) {
    this.url = dns.hasOwnDomain ? new URL('/api/config', deployments.publicOrigin) : undefined;
    this.checks = new Counter({
      name: 'public_address_checks_total',
      help: 'Checks of the public address by who answered',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    // From 0 on, so that the first one of each counts as an increase.
    if (this.url)
      for (const outcome of ['gateway', 'edge', 'none']) this.checks.inc({ outcome }, 0);
  }

  @Interval(CHECK_INTERVAL_MS)
  async checkNow(): Promise<void> {
    if (this.url) this.checks.inc({ outcome: await findAnswerer(this.url) });
  }
}

const findAnswerer = async (url: URL): Promise<'gateway' | 'edge' | 'none'> => {
  try {
    const { headers, body } = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    await body?.cancel();
    return headers.has(GATEWAY_HEADER) ? 'gateway' : 'edge';
  } catch {
    return 'none';
  }
};
