import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { DnsCheckService } from '../dns/dns-check.service.js';
import { toError } from '../dns/records.js';
import { ActiveSiteRepository } from './active-site.repository.js';
import type { DeploymentRecord } from './deployment.record.js';
import { LiveProbe } from './live-probe.js';

/** Findings about the server behind a name; the rest is about names and their records. */
const SERVER_CODES = /^(unreachable|tlsFailed|certificate)/;

/** The state of a deployment's domain. */
export interface DomainStatus {
  /** Whether its DNS records are right. */
  isConfigured: boolean;
  sslValid: boolean;
  /** Whether everything about the domain is as it should be. */
  isVerified: boolean;
  findings: DeploymentRecord['findings'];
}

/** Checks the domain of a deployment; a check that fails itself is a finding. */
@Injectable()
export class DomainVerifier {
  constructor(
    private readonly checks: DnsCheckService,
    private readonly probe: LiveProbe,
    private readonly active: ActiveSiteRepository,
    private readonly logger: AppLogger,
  ) {}

  /** Gateways redirect to the domain from the first check on that it passes. */
  async verify(deployment: DeploymentRecord, domain: string): Promise<DomainStatus> {
    const status = await this.check(deployment, domain);
    await this.active.setVerified(deployment._id, status.isVerified);
    return status;
  }

  private async check(deployment: DeploymentRecord, domain: string): Promise<DomainStatus> {
    try {
      const { sslValid, reachable, findings, records } = await this.checks.check(domain);
      const errors = findings.filter(({ severity }) => severity === 'error');
      const isReady = sslValid && reachable && errors.length === 0;
      // Without an error all of its addresses are ours.
      const [address] = isReady ? records.a : [];
      const isVerified =
        address !== undefined && (await this.probe.isServedAt(domain, address, deployment));
      if (isReady && !isVerified) findings.push(toError('releaseNotSeen', domain));
      return {
        isConfigured: errors.every(({ code }) => SERVER_CODES.test(code)),
        sslValid: sslValid && reachable,
        isVerified,
        findings,
      };
    } catch (error) {
      this.logger.warn('checking a domain failed', error);
      const findings = [toError('dnsUnanswered', domain)];
      return { isConfigured: false, sslValid: false, isVerified: false, findings };
    }
  }
}
