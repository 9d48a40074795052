import { AppLogger } from '@ctdb/chassis';
import type { DnsFindingCode } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DnsCheckService } from '../dns/dns-check.service.js';
import type { DeploymentRecord } from './deployment.schema.js';

/** Findings about names and their records; the rest is about the server behind them. */
const dnsRecordCodes: ReadonlySet<DnsFindingCode> = new Set([
  'nameNotFound',
  'dnsUnanswered',
  'addressMissing',
  'addressWrong',
  'ipv6Unexpected',
  'wwwWrong',
  'wwwMissing',
  'addressPrivate',
]);

/** The state of a deployment's domain. */
export interface DomainStatus {
  /** Whether its DNS records are right. */
  isConfigured: boolean;
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
    private readonly logger: AppLogger,
  ) {}

  async verify(domain: string): Promise<DomainStatus> {
    try {
      const { sslValid, reachable, findings } = await this.checks.check(domain);
      const isConfigured = !findings.some(
        ({ code, severity }) => severity === 'error' && dnsRecordCodes.has(code),
      );
      return { isConfigured, sslValid: sslValid && reachable, findings };
    } catch (error) {
      this.logger.warn('checking a domain failed', error);
      const finding = { code: 'dnsUnanswered', severity: 'error', host: domain } as const;
      return { isConfigured: false, sslValid: false, findings: [finding] };
    }
  }
}
