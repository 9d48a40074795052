import { AppLogger } from '@ctdb/chassis';
import type { DnsFindingCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { CustomDomain } from './cluster/custom-domain.js';
import { DnsCheckService } from '../dns/dns-check.service.js';
import type { DeploymentRecord } from './deployment.schema.js';

/** Findings about names, their records and the cluster's route; the rest is about the server behind them. */
const routingCodes: ReadonlySet<DnsFindingCode> = new Set([
  'nameNotFound',
  'dnsUnanswered',
  'addressMissing',
  'addressWrong',
  'ipv6Unexpected',
  'wwwWrong',
  'wwwMissing',
  'addressPrivate',
  'routeNotReady',
  'clusterFailed',
]);

/** The state of a deployment's domain. */
export interface DomainStatus {
  /** Whether its DNS records are right, and so is the cluster's route. */
  isConfigured: boolean;
  /** Whether the cluster lacks no certificate; without one true. */
  isIssued: boolean;
  sslValid: boolean;
  findings: DeploymentRecord['findings'];
}

/** Whether anything about the domain is not as it should be yet. */
export const needsVerification = ({ isConfigured, sslValid, findings }: DomainStatus): boolean =>
  !isConfigured || !sslValid || findings.some(({ severity }) => severity === 'error');

/** Checks the domain of a deployment; a check that fails itself is a finding. */
@Injectable()
export class DomainVerifier {
  constructor(
    private readonly checks: DnsCheckService,
    private readonly customDomain: CustomDomain,
    private readonly logger: AppLogger,
  ) {}

  async verify(domain: string): Promise<DomainStatus> {
    try {
      const [{ sslValid, reachable, findings: seen }, lacking] = await Promise.all([
        this.checks.check(domain),
        this.customDomain.findings(domain),
      ]);
      const findings = [...lacking, ...seen];
      const isConfigured = !findings.some(
        ({ code, severity }) => severity === 'error' && routingCodes.has(code),
      );
      const isIssued = !lacking.some(({ code }) => code === 'certificateNotIssued');
      return { isConfigured, isIssued, sslValid: sslValid && reachable, findings };
    } catch (error) {
      this.logger.warn('checking a domain failed', error);
      const finding = { code: 'dnsUnanswered', severity: 'error', host: domain } as const;
      return { isConfigured: false, isIssued: true, sslValid: false, findings: [finding] };
    }
  }
}
