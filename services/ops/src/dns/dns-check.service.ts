import { isIP } from 'node:net';
import { HIDDEN_ADDRESS, type DnsCheck, type DnsFinding } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { certificateFindings, toCertificate, type ParsedCertificate } from './certificates.js';
import { DNS_CONFIG, type DnsConfig } from './dns.config.js';
import { parseDomain } from './domain-name.js';
import { readRecords, recordValues } from './dns-lookup.js';
import { OutboundGuard } from './networks.js';
import { probeHttp, probeHttps } from './probes.js';
import { issuerFindings, recordFindings, toAdvice, toContractRecords, toError } from './records.js';

type DomainObservation = Awaited<ReturnType<DnsCheckService['inspect']>>;

const findCertificate = ({ https }: DomainObservation): ParsedCertificate | undefined =>
  typeof https === 'object' ? https : undefined;

const isReachable = ({ https, redirectsToHttps }: DomainObservation): boolean =>
  redirectsToHttps !== undefined || (https !== undefined && https !== 'unreachable');

/** Checks domains. A check takes at most 7 s. */
@Injectable()
export class DnsCheckService {
  private readonly settings: DnsConfig['dns'];
  private readonly guard: OutboundGuard;

  constructor(@Inject(DNS_CONFIG) { dns }: DnsConfig) {
    this.settings = dns;
    this.guard = new OutboundGuard(dns.allowedPrivateNetworks);
  }

  /** Compares a domain with the settings. Throws `DOMAIN_NOT_VALID`. */
  async check(input: string): Promise<DnsCheck> {
    const { ascii: domain, display: displayDomain } = parseDomain(input);
    const seen = await this.inspect(domain);
    const now = Date.now();
    const { ipv4, ipv6, usesDefaults } = this.settings;
    const findings = this.findings(domain, seen, now).map((finding) => ({
      ...finding,
      ...(finding.found && { found: finding.found.filter((value) => this.isShown(value)) }),
    }));
    const parsed = findCertificate(seen);
    const certificate = parsed && toCertificate(parsed, now);
    return {
      domain,
      displayDomain,
      isConfigured: findings.every(({ severity }) => severity !== 'error'),
      reachable: isReachable(seen),
      sslValid: certificate !== undefined && certificate.fault === undefined,
      records: this.mask(toContractRecords(seen.records)),
      expected: { a: ipv4, aaaa: ipv6, www: domain },
      findings,
      certificate,
      redirectsToHttps: seen.redirectsToHttps,
      usesDefaults,
      checkedAt: new Date(now).toISOString(),
    };
  }

  /** The certificate that a domain presents now. Throws `DOMAIN_NOT_VALID`. */
  async getCertificate(input: string): Promise<ParsedCertificate | undefined> {
    return findCertificate(await this.inspect(parseDomain(input).ascii));
  }

  /** Addresses of private networks are not shown: a name could tell what is in ours. */
  private isShown(value: string): boolean {
    return isIP(value) === 0 || this.guard.allows(value);
  }

  private mask(records: DnsCheck['records']): DnsCheck['records'] {
    const mask = (values: readonly string[]) => [
      ...new Set(values.map((value) => (this.isShown(value) ? value : HIDDEN_ADDRESS))),
    ];
    const { a, aaaa, www, ...names } = records;
    return { ...names, a: mask(a), aaaa: mask(aaaa), www: mask(www) };
  }

  /** What answers at a domain; without an address to connect to, its records alone. */
  private async inspect(domain: string) {
    const { ipv4, servers, httpsPort, httpPort, tlsContext } = this.settings;
    const records = await readRecords(domain, servers);
    const addresses = [...recordValues(records.a), ...recordValues(records.aaaa)];
    // One refused address blocks all: the name is misconfigured or malicious.
    const isRefused = addresses.some((one) => !this.guard.allows(one));
    const address = addresses.includes(ipv4) ? ipv4 : addresses[0];
    if (isRefused || address === undefined) return { records, isRefused };
    const [https, redirectsToHttps] = await Promise.all([
      probeHttps({ address, host: domain, port: httpsPort }, tlsContext),
      probeHttp({ address, host: domain, port: httpPort }),
    ]);
    return { records, isRefused, https, redirectsToHttps };
  }

  private findings(host: string, seen: DomainObservation, now: number): DnsFinding[] {
    const { records, isRefused, https, redirectsToHttps } = seen;
    const { ipv4, ipv6, caaIssuer, usesDefaults } = this.settings;
    const certificate = findCertificate(seen);
    const hasNoTls = https !== undefined && !certificate;
    const isCertified = certificate && toCertificate(certificate, now).fault === undefined;
    return [
      ...recordFindings(records, { domain: host, ipv4, ipv6 }),
      ...(isRefused ? [toError('addressPrivate', host)] : []),
      ...(hasNoTls ? [toError(isReachable(seen) ? 'tlsFailed' : 'unreachable', host)] : []),
      ...(redirectsToHttps === false ? [toAdvice('redirectMissing', host)] : []),
      ...(certificate ? certificateFindings(certificate, host, now) : []),
      // A domain with a valid certificate has an issuer.
      ...(isCertified ? [] : issuerFindings(records, host, caaIssuer)),
      ...(usesDefaults ? [toAdvice('defaultSettings')] : []),
    ];
  }
}
