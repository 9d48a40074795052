import { randomUUID } from 'node:crypto';
import { REDIS } from '@ctdb/chassis';
import { accessKeys, sessionRecord, type PersonRole, type SessionTokens } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import type { Account } from './accounts.repository.js';
import type { SessionOrigin } from './device.js';
import {
  confirmSessionScript,
  createSessionScript,
  revokeSessionScript,
  rotateTokensScript,
} from './session-scripts.js';
import { hashToken, newToken } from './tokens.js';

/**
 * Redis keys of sessions besides `accessKeys.session` of the contracts. Every key has an expiry.
 * Hashes are SHA-256 in hex; no token is ever stored.
 */
const sessionKeys = {
  /** Refresh token → {@link RefreshPointer}; kept until the session expires, to detect reuse. */
  refresh: (tokenSha256: string) => `refresh:${tokenSha256}`,
  /** Session → account, valid generation of refresh tokens, end; expires when idle. */
  family: (sessionId: string) => `session-family:${sessionId}`,
  /** Session → sorted set of the keys of its access tokens by expiry. */
  accessTokens: (sessionId: string) => `session-tokens:${sessionId}`,
  /** Account → sorted set of its sessions by expiry. */
  account: (accountId: string) => `account-sessions:${accountId}`,
} as const;

/** A session and its account. */
export interface SessionRef {
  accountId: string;
  sessionId: string;
}

/** The session and generation of a refresh token. Immutable; its validity depends on the session. */
export interface RefreshPointer extends SessionRef {
  /** Tokens of one generation replace those of the generation before. */
  generation: number;
}

/** Result of a refresh; `unknown` tokens belong to no active session. */
export type RefreshResult =
  | { outcome: 'unknown' | 'reused' }
  | { outcome: 'rotated'; credentialVersion: number; tokens: SessionTokens };

/** The ends of access token and refresh token, in milliseconds since the epoch. */
const createReply = z.tuple([z.number(), z.number()]);
const rotateReply = z.union([
  z.tuple([z.literal('rotated'), z.string(), z.number(), z.number(), z.number()]),
  z.tuple([z.enum(['unknown', 'reused'])]),
]);

const toExpiry = (accessEnds: number, refreshEnds: number) => ({
  expiresAt: new Date(accessEnds).toISOString(),
  refreshExpiresAt: new Date(refreshEnds).toISOString(),
});

/**
 * Creates, renews and ends sessions in Redis; each script is one atomic change. Tokens are created
 * here and only returned, never stored.
 */
@Injectable()
export class SessionsService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async start(
    { _id, username, role, credentialVersion }: Account,
    { network, browser, system }: SessionOrigin,
  ): Promise<{ tokens: SessionTokens; session: SessionRef }> {
    const session = { accountId: _id.toHexString(), sessionId: randomUUID() };
    const { accessMs, idleMs, totalMs } = this.config.session;
    const account = [session.accountId, username, credentialVersion];
    const args = [...account, accessMs, idleMs, totalMs, role, network, browser, system];
    const { reply, pair } = await this.issue(createSessionScript, session, args);
    const expiry = toExpiry(...createReply.parse(reply));
    return { session, tokens: { ...pair, ...expiry, username, role } };
  }

  /** The active sessions of an account; times are milliseconds since the epoch. */
  async list(accountId: string) {
    const ids = await this.redis.zrange(sessionKeys.account(accountId), 0, '-1');
    const families = await Promise.all(
      ids.map((id) =>
        this.redis.hgetall(sessionKeys.family(id)).then((family) => ({ id, family })),
      ),
    );
    return families.flatMap(({ id, family }) => {
      const { rotatedAt, startedAt = rotatedAt, network, browser, system } = family;
      if (rotatedAt === undefined) return [];
      return {
        id,
        // Sessions of earlier versions have none of these.
        ...(network && { network }),
        ...(browser && { browser }),
        ...(system && { system }),
        startedAt: Number(startedAt),
        lastSeenAt: Number(rotatedAt),
      };
    });
  }

  /** The session of a refresh token, valid or spent. */
  async find(refreshToken: string): Promise<RefreshPointer | undefined> {
    const value = await this.redis.get(sessionKeys.refresh(hashToken(refreshToken)));
    if (value === null) return undefined;
    const [accountId = '', sessionId = '', generation = ''] = value.split(':');
    return { accountId, sessionId, generation: Number(generation) };
  }

  /** Replaces the refresh token that {@link find} found by a new pair, for a person with `role`. */
  async rotate(pointer: RefreshPointer, role: PersonRole): Promise<RefreshResult> {
    const { accessMs, idleMs, graceMs } = this.config.session;
    const args = [pointer.generation, accessMs, idleMs, graceMs, role];
    const issued = await this.issue(rotateTokensScript, pointer, args);
    const reply = rotateReply.parse(issued.reply);
    if (reply[0] !== 'rotated') return { outcome: reply[0] };
    const [outcome, username, credentialVersion, ...ends] = reply;
    return {
      outcome,
      credentialVersion,
      tokens: { ...issued.pair, ...toExpiry(...ends), username, role },
    };
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

  /** Ends all sessions of an account, with `olderThan` only those opened with an older password. */
  async endAll(accountId: string, olderThan?: number): Promise<void> {
    for (const sessionId of await this.redis.zrange(sessionKeys.account(accountId), 0, '-1'))
      await this.end({ accountId, sessionId }, olderThan);
  }

  /** Ends all sessions of an account but `kept`. */
  async endOthers({ _id }: Pick<Account, '_id'>, kept: string | undefined): Promise<void> {
    const accountId = _id.toHexString();
    for (const sessionId of await this.redis.zrange(sessionKeys.account(accountId), 0, '-1'))
      if (sessionId !== kept) await this.end({ accountId, sessionId });
  }

  private async findByAccessToken(token: string): Promise<SessionRef | undefined> {
    const value = await this.redis.get(accessKeys.session(hashToken(token)));
    return value === null ? undefined : sessionRecord.parse(JSON.parse(value));
  }

  /** Runs a script that stores a new pair of tokens. */
  private async issue(script: string, session: SessionRef, args: (string | number)[]) {
    const pair = { token: newToken(), refreshToken: newToken() };
    const keys = [
      ...this.keys(session),
      sessionKeys.refresh(hashToken(pair.refreshToken)),
      accessKeys.session(hashToken(pair.token)),
    ];
    return { pair, reply: await this.run(script, keys, [session.sessionId, ...args]) };
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
