import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { DNS_CONFIG, type DnsConfig } from './dns.config.js';

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
