import { createHmac } from 'node:crypto';
import { parseIpAddress, toNetwork } from '@ctdb/chassis';
import { type AttemptSource, type RouteContract, routes, usernameKey } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { clientAddress, type RequestContext } from '../http/request-context.js';
import accountFields from './account-fields.json' with { type: 'json' };

/** Longest e-mail address. */
const MAX_ACCOUNT_LENGTH = 254;
/** 96 bits, base64url. */
const HASH_LENGTH = 16;
const MAX_CACHED = 5_000;

/** The field of the body that names an account, in requests that have to prove it. */
const fieldsByRoute = new Map<RouteContract | undefined, string>(
  (Object.keys(accountFields) as (keyof typeof accountFields)[]).map((name) => [
    routes[name],
    accountFields[name],
  ]),
);

const typedAccount = ({ body }: FastifyRequest, field: string | undefined): string | undefined => {
  if (field === undefined || typeof body !== 'object' || body === null) return undefined;
  const typed: unknown = (body as Record<string, unknown>)[field];
  if (typeof typed !== 'string') return undefined;
  return (field === 'challenge' ? challengedAccount(typed) : typed)?.slice(0, MAX_ACCOUNT_LENGTH);
};

/** The name in a challenge, see `signIn`; with another one billing does not know the challenge. */
const challengedAccount = (challenge: string): string | undefined =>
  /\.(.+)$/su.exec(challenge)?.[1];

/**
 * Keyed hashes of addresses and accounts, for logs and the audit trail: entries of one source have the
 * same hash, and without the key it tells nothing.
 */
@Injectable()
export class SourceHashes {
  private readonly key: string;
  private readonly known = new LRUCache<string, string>({ max: MAX_CACHED });

  constructor(@Inject(GATEWAY_CONFIG) { AUDIT_HASH_KEY }: GatewayConfig) {
    this.key = AUDIT_HASH_KEY;
  }

  /** The hashes of a request: of its client's network, and of the account that it is from or for. */
  hashRequest(request: FastifyRequest, { caller, contract }: RequestContext): AttemptSource {
    const { subject } = caller;
    const account =
      'name' in subject ? subject.name : typedAccount(request, fieldsByRoute.get(contract));
    return {
      address: this.hashAddress(clientAddress(request)),
      ...(account !== undefined && { account: this.hashAccount(account) }),
    };
  }

  /** The hash of what a person looks for: an address, or else the name of an account. */
  hashText(text: string): string {
    const address = parseIpAddress(text.trim());
    return address === undefined ? this.hashAccount(text) : this.hashAddress(address);
  }

  private hashAddress(address: string): string {
    return this.hash(`address ${toNetwork(address)}`);
  }

  private hashAccount(name: string): string {
    return this.hash(`account ${usernameKey(name)}`);
  }

  private hash(text: string): string {
    let hash = this.known.get(text);
    if (hash === undefined) {
      const digest = createHmac('sha256', this.key).update(text).digest('base64url');
      this.known.set(text, (hash = digest.slice(0, HASH_LENGTH)));
    }
    return hash;
  }
}
