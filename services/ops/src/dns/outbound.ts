import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { DNS_CONFIG, type DnsConfig } from './dns.config.js';
import { DnsLookup, recordValues } from './dns-lookup.js';
import { OutboundGuard } from './networks.js';

/** Whose certificates are trusted: the usual authorities, and those of the operator's file. */
@Injectable()
export class TrustStore {
  readonly tlsContext: SecureContext;

  /** Throws if the file cannot be read: a failed start is noticed, a wrong check is not. */
  constructor(@Inject(DNS_CONFIG) { dns }: DnsConfig) {
    const own = dns.trustedCaFile === undefined ? [] : [readFileSync(dns.trustedCaFile, 'utf8')];
    this.tlsContext = createSecureContext({ ca: [...getCACertificates('default'), ...own] });
  }
}

/** Finds the address of a name that may be connected to. */
@Injectable()
export class PublicAddress {
  private readonly guard: OutboundGuard;

  constructor(@Inject(DNS_CONFIG) private readonly config: DnsConfig) {
    this.guard = new OutboundGuard(config.dns.allowedPrivateNetworks);
  }

  /** Undefined if it has no address, or one of them is refused. Takes at most 2.5 s. */
  async resolve(name: string): Promise<string | undefined> {
    const lookup = new DnsLookup(this.config.dns.servers);
    const found = await Promise.all([lookup.a(name), lookup.aaaa(name)]);
    const addresses = found.flatMap(recordValues);
    return addresses.every((one) => this.guard.allows(one)) ? addresses[0] : undefined;
  }
}
