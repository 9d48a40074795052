import { isIP } from 'node:net';
import { HIDDEN_ADDRESS, type DnsCheck, type DnsFinding } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import {
  certificateFindings,
  problemsAt,
  toCertificate,
  type ParsedCertificate,
} from './certificates.js';
import { DNS_CONFIG, type DnsConfig } from './dns.config.js';
import { parseDomain } from './domain-name.js';
import { DnsLookup, recordValues } from './dns-lookup.js';
import { OutboundGuard } from './networks.js';
import { probeHttp, probeHttps, type TlsProbeResult } from './probes.js';
import {
  type DomainRecords,
  issuerFindings,
  readRecords,
  recordFindings,
  toContractRecords,
} from './records.js';
import { TrustStore } from './outbound.js';

/** What is behind an address. */
interface ServerProbe {
  readonly https: TlsProbeResult;
  /** Whether http leads to https; `undefined` without an answer. */
  readonly redirects: boolean | undefined;
}

/** What a check saw. */
interface DomainObservation {
  readonly records: DomainRecords;
  /** One of its addresses is not public: the checks connect to none. */
  readonly isRefused: boolean;
  /** Undefined without an address to connect to. */
  readonly behind: ServerProbe | undefined;
}

const findCertificate = (behind: ServerProbe | undefined): ParsedCertificate | undefined =>
  behind?.https.kind === 'certificate' ? behind.https.seen : undefined;

/** Checks domains. A check takes at most 7 s. */
@Injectable()
export class DnsCheckService {
  private readonly settings: DnsConfig['dns'];
  private readonly guard: OutboundGuard;

  constructor(
    @Inject(DNS_CONFIG) { dns }: DnsConfig,
    private readonly trust: TrustStore,
  ) {
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
    const certificate = findCertificate(seen.behind);
    const redirectsToHttps = seen.behind?.redirects;
    return {
      domain,
      displayDomain,
      isConfigured: findings.every(({ severity }) => severity !== 'error'),
      reachable:
        redirectsToHttps !== undefined ||
        (seen.behind?.https.kind ?? 'unreachable') !== 'unreachable',
      sslValid: certificate !== undefined && problemsAt(certificate, now).length === 0,
      records: this.mask(toContractRecords(seen.records)),
      expected: { a: ipv4, ...(ipv6 !== undefined && { aaaa: ipv6 }), www: domain },
      findings,
      ...(certificate && { certificate: toCertificate(certificate, now) }),
      ...(redirectsToHttps !== undefined && { redirectsToHttps }),
      usesDefaults,
      checkedAt: new Date(now).toISOString(),
    };
  }

  /** The certificate that a domain presents now. Throws `DOMAIN_NOT_VALID`. */
  async getCertificate(input: string): Promise<ParsedCertificate | undefined> {
    return findCertificate((await this.inspect(parseDomain(input).ascii)).behind);
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

  private async inspect(domain: string): Promise<DomainObservation> {
    const records = await this.readRecords(domain);
    const addresses = [...recordValues(records.a), ...recordValues(records.aaaa)];
    // One refused address blocks all: the name is misconfigured or malicious.
    const isRefused = addresses.some((address) => !this.guard.allows(address));
    const [first] = isRefused ? [] : addresses;
    if (first === undefined) return { records, isRefused, behind: undefined };
    const address = addresses.includes(this.settings.ipv4) ? this.settings.ipv4 : first;
    return { records, isRefused, behind: await this.probe(address, domain) };
  }

  private async readRecords(domain: string): Promise<DomainRecords> {
    const lookup = new DnsLookup(this.settings.servers);
    try {
      return await readRecords(lookup, domain);
    } finally {
      lookup.close();
    }
  }

  private async probe(address: string, host: string): Promise<ServerProbe> {
    const { httpsPort, httpPort } = this.settings;
    const [https, redirects] = await Promise.all([
      probeHttps({ address, host, port: httpsPort }, this.trust.tlsContext),
      probeHttp({ address, host, port: httpPort }),
    ]);
    return { https, redirects };
  }

  private findings(
    host: string,
    { records, isRefused, behind }: DomainObservation,
    now: number,
  ): DnsFinding[] {
    const { ipv4, ipv6, caaIssuer, usesDefaults } = this.settings;
    const certificate = findCertificate(behind);
    const isCertified = certificate !== undefined && problemsAt(certificate, now).length === 0;
    return [
      ...recordFindings(records, { domain: host, ipv4, ipv6 }),
      ...(isRefused ? ([{ code: 'addressPrivate', severity: 'error', host }] as const) : []),
      ...(behind ? this.serverFindings(host, behind) : []),
      ...(certificate ? certificateFindings(certificate, host, now) : []),
      // A domain with a valid certificate has an issuer.
      ...(isCertified ? [] : issuerFindings(records, host, caaIssuer)),
      ...(usesDefaults ? ([{ code: 'defaultSettings', severity: 'advice' }] as const) : []),
    ];
  }

  private serverFindings(host: string, { https, redirects }: ServerProbe): DnsFinding[] {
    if (https.kind === 'unreachable' && redirects === undefined)
      return [{ code: 'unreachable', severity: 'error', host }];
    return [
      ...(https.kind === 'certificate'
        ? []
        : ([{ code: 'tlsFailed', severity: 'error', host }] as const)),
      ...(redirects === false
        ? ([{ code: 'redirectMissing', severity: 'advice', host }] as const)
        : []),
    ];
  }
}
