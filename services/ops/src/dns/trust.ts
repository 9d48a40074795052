import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';

/** Whose certificates are trusted: the usual authorities, and those of the operator's file. */
@Injectable()
export class Trust {
  readonly context: SecureContext;

  /** Throws where the file cannot be read: a start that fails is seen, a check that lies is not. */
  constructor(@Inject(OPS_CONFIG) { dns }: OpsConfig) {
    const own = dns.trustedCaFile === undefined ? [] : [readFileSync(dns.trustedCaFile, 'utf8')];
    this.context = createSecureContext({ ca: [...getCACertificates('default'), ...own] });
  }
}
