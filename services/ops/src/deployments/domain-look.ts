import { AppLogger } from '@ctdb/chassis';
import type { DnsCheck, DnsFindingCode } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { DeploymentRecord } from './deployment.schema.js';

/** What deployments need of the checks of domains. */
export interface DomainChecker {
  check(domain: string): Promise<DnsCheck>;
}

/** Injection token of the {@link DomainChecker}. */
export const DOMAIN_CHECKER = Symbol('DOMAIN_CHECKER');

/** What is told of names and their records; the rest is about the server behind them. */
const ofDns: ReadonlySet<DnsFindingCode> = new Set([
  'nameNotFound',
  'dnsUnanswered',
  'addressMissing',
  'addressWrong',
  'ipv6Unexpected',
  'wwwWrong',
  'wwwMissing',
  'addressPrivate',
]);

/** What a look at a deployment's domain found. */
export interface DomainLook {
  /** Whether its records are right, whatever is behind them. */
  isConfigured: boolean;
  sslValid: boolean;
  findings: DeploymentRecord['findings'];
}

/** Whether anything about the domain is not as it should be yet. */
export const isUnverified = ({ isConfigured, sslValid, findings }: DomainLook): boolean =>
  !isConfigured || !sslValid || findings.some(({ severity }) => severity === 'error');

/** Looks at the domain of a deployment; a check that fails itself is a finding. */
@Injectable()
export class DomainLooker {
  constructor(
    @Inject(DOMAIN_CHECKER) private readonly checker: DomainChecker,
    private readonly logger: AppLogger,
  ) {}

  async look(domain: string): Promise<DomainLook> {
    try {
      const { sslValid, reachable, findings } = await this.checker.check(domain);
      const isConfigured = !findings.some(
        ({ code, severity }) => severity === 'error' && ofDns.has(code),
      );
      return { isConfigured, sslValid: sslValid && reachable, findings };
    } catch (error) {
      this.logger.warn('a domain cannot be checked', error);
      const finding = { code: 'dnsUnanswered', severity: 'error', host: domain } as const;
      return { isConfigured: false, sslValid: false, findings: [finding] };
    }
  }
}
