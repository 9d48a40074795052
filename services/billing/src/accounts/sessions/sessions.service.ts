import { randomUUID } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { AppLogger, REDIS, toNetwork } from '@ctdb/chassis';
import { accessKeys, sessionRecord, type SessionTokens } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig } from '../../config.js';
import {
  confirmSessionScript,
  createSessionScript,
  revokeSessionScript,
  rotateTokensScript,
} from './session-scripts.js';
import { AccountsRepository } from '../users/accounts.repository.js';
import { hashToken, newToken } from '../users/tokens.js';
import type { Account } from '../users/user.record.js';

/**
 * What a request says of its browser and network: no version and no whole address. Unknown parts are
 * blank.
 */
export const toOrigin = (address: string, userAgent = '') => {
  const { browser, os } = Bowser.parse(userAgent || '-');
  const network = toNetwork(address);
  return {
    network: isIPv4(network) ? network.replace(/\d+$/, '0/24') : network,
    browser: browser.name ?? '',
    system: os.name ?? '',
  };
};

/**
 * Redis keys of sessions besides `accessKeys.session` of the contracts. Every key has an expiry.
 * Hashes are SHA-256 in hex; no token is ever stored.
 */
const sessionKeys = {
  /** Refresh token → account, session and generation; kept until the session expires, to detect reuse. */
  refresh: (tokenSha256: string) => `refresh:${tokenSha256}`,
  /** Session → account, valid generation of refresh tokens, end; expires when idle. */
  family: (sessionId: string) => `session-family:${sessionId}`,
  /** Session → sorted set of the keys of its access tokens by expiry. */
  accessTokens: (sessionId: string) => `session-tokens:${sessionId}`,
  /** Account → sorted set of its sessions by expiry. */
  account: (accountId: string) => `account-sessions:${accountId}`,
} as const;

/** A session and its account. */
export type SessionRef = { accountId: string; sessionId: string };

/**
 * The session of a refresh token, and its generation, whose tokens replace those of the generation before.
 * Immutable; its validity depends on the session.
 */
type RefreshPointer = SessionRef & { generation: number };

/** The ends of access token and refresh token, in milliseconds since the epoch; or why there are none. */
const issueReply = z.union([z.tuple([z.number(), z.number()]), z.enum(['unknown', 'reused'])]);

const toIso = (milliseconds: string | number | undefined) =>
  new Date(Number(milliseconds)).toISOString();

/**
 * Creates, renews and ends sessions in Redis; each script is one atomic change. Tokens are created
 * here and only returned, never stored.
 */
@Injectable()
export class SessionsService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly accounts: AccountsRepository,
    private readonly logger: AppLogger,
  ) {}

  async start(account: Account, origin: ReturnType<typeof toOrigin>) {
    const { _id, username, credentialVersion: version } = account;
    const session = { accountId: _id.toHexString(), sessionId: randomUUID() };
    const fields = { accountId: session.accountId, username, version, ...origin };
    const args = [this.config.session.totalMs, ...Object.entries(fields).flat()];
    const tokens = await this.issue(createSessionScript, session, account, args);
    return { session, tokens: tokens as SessionTokens };
  }

  /** The active sessions of an account, the one seen last first. */
  async list(accountId: string) {
    const ids = await this.idsOf(accountId);
    const found = await Promise.all(
      ids.map(async (id) => ({ id, family: await this.redis.hgetall(sessionKeys.family(id)) })),
    );
    return found
      .filter(({ family }) => family['rotatedAt'] !== undefined)
      .sort((one, other) => Number(other.family['rotatedAt']) - Number(one.family['rotatedAt']))
      .map(({ id, family: { rotatedAt, startedAt = rotatedAt, network, browser, system } }) => ({
        id,
        // Blank if they are unknown. Sessions of earlier versions have none of these.
        network: network || undefined,
        browser: browser || undefined,
        system: system || undefined,
        startedAt: toIso(startedAt),
        lastSeenAt: toIso(rotatedAt),
      }));
  }

  /** The session of a refresh token, valid or spent. */
  async find(refreshToken: string): Promise<RefreshPointer | undefined> {
    const value = await this.redis.get(sessionKeys.refresh(hashToken(refreshToken)));
    if (value === null) return undefined;
    const [accountId = '', sessionId = '', generation = ''] = value.split(':');
    return { accountId, sessionId, generation: Number(generation) };
  }

  /** Replaces the refresh token that {@link find} found by a new pair, unless it is spent or outdated. */
  rotate(pointer: RefreshPointer, account: Account): Promise<SessionTokens | 'unknown' | 'reused'> {
    const { generation } = pointer;
    const args = [this.config.session.graceMs, generation, account.credentialVersion];
    return this.issue(rotateTokensScript, pointer, account, args);
  }

  /** Notes that the password or a second factor was given now. */
  async confirm(session: SessionRef): Promise<void> {
    await this.run(confirmSessionScript, this.keys(session), []);
  }

  /**
   * Ends one session, with `olderThan` only if it was opened with an older password. Returns whether
   * it was active.
   */
  async end(session: SessionRef, olderThan?: number): Promise<boolean> {
    const args = [session.sessionId, olderThan ?? ''];
    return (await this.run(revokeSessionScript, this.keys(session), args)) === 1;
  }

  /** Ends the sessions that either token belongs to; returns the sessions that were active. */
  async endByTokens(token?: string, refreshToken?: string): Promise<SessionRef[]> {
    const found = await Promise.all([
      token === undefined ? undefined : this.findByAccessToken(token),
      refreshToken === undefined ? undefined : this.find(refreshToken),
    ]);
    const ended: SessionRef[] = [];
    for (const session of found) if (session && (await this.end(session))) ended.push(session);
    return ended;
  }

  /** Ends all sessions of an account but `kept`; with `olderThan` only those opened with an older password. */
  async endAll(
    accountId: string,
    { olderThan, kept }: { olderThan?: number; kept?: string | undefined } = {},
  ): Promise<void> {
    for (const sessionId of await this.idsOf(accountId))
      if (sessionId !== kept) await this.end({ accountId, sessionId }, olderThan);
  }

  /**
   * Ends the sessions that began before the last change of password, role or state. The change stores
   * this work, so that the reconciler finishes it if Redis is unreachable or the process crashes.
   */
  async revokePending(): Promise<void> {
    try {
      for (const { _id, endSessionsBefore = 0 } of await this.accounts.findPendingRevocations()) {
        await this.endAll(_id.toHexString(), { olderThan: endSessionsBefore });
        await this.accounts.markSessionsRevoked(_id, endSessionsBefore);
      }
    } catch (error) {
      this.logger.warn('revoking outdated sessions failed, retrying', error);
    }
  }

  private idsOf(accountId: string): Promise<string[]> {
    return this.redis.zrange(sessionKeys.account(accountId), 0, '-1');
  }

  private async findByAccessToken(token: string): Promise<SessionRef | undefined> {
    const value = await this.redis.get(accessKeys.session(hashToken(token)));
    return value === null ? undefined : sessionRecord.parse(JSON.parse(value));
  }

  /** Runs a script that stores a new pair of tokens. */
  private async issue(
    script: string,
    session: SessionRef,
    { username, role }: Account,
    args: (string | number)[],
  ): Promise<SessionTokens | 'unknown' | 'reused'> {
    const [token, refreshToken] = [newToken(), newToken()];
    const keys = [
      ...this.keys(session),
      sessionKeys.refresh(hashToken(refreshToken)),
      accessKeys.session(hashToken(token)),
    ];
    const { accessMs, idleMs } = this.config.session;
    const common = [session.sessionId, role, accessMs, idleMs];
    const ends = issueReply.parse(await this.run(script, keys, [...common, ...args]));
    if (typeof ends === 'string') return ends;
    const [expiresAt, refreshExpiresAt] = [toIso(ends[0]), toIso(ends[1])];
    return { token, refreshToken, expiresAt, refreshExpiresAt, username, role };
  }

  private run(script: string, keys: string[], args: (string | number)[]): Promise<unknown> {
    return this.redis.eval(script, keys.length, ...keys, ...args);
  }

  private keys({ accountId, sessionId }: SessionRef): string[] {
    return [
      sessionKeys.family(sessionId),
      sessionKeys.account(accountId),
      sessionKeys.accessTokens(sessionId),
    ];
  }
}
