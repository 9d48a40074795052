import { randomUUID } from 'node:crypto';
import { REDIS } from '@ctdb/chassis';
import { accessKeys, sessionRecord } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { parsePointer, sessionKeys, type RefreshPointer } from './session-keys.js';
import { endScript, openScript, rotateScript } from './session-scripts.js';

/** The account of a session. `credentialVersion` counts the account's passwords. */
export interface SessionOwner {
  accountId: string;
  username: string;
  credentialVersion: number;
}

/** The hashes of a pair of tokens. */
export interface TokenHashes {
  access: string;
  refresh: string;
}

/** Expiry of a pair of tokens, in milliseconds since the epoch. */
export interface PairEnds {
  accessEnds: number;
  refreshEnds: number;
}

/** Result of a token rotation. */
export type Rotation =
  | { outcome: 'unknown' | 'reused' }
  | ({ outcome: 'rotated'; username: string; credentialVersion: number } & PairEnds);

const pairEnds = z.tuple([z.number(), z.number()]);
const rotation = z.union([
  z.tuple([z.literal('rotated'), z.string(), z.number(), z.number(), z.number()]),
  z.tuple([z.enum(['unknown', 'reused'])]),
]);

/** Sessions in Redis; see the scripts for each change. */
@Injectable()
export class SessionsRepository {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  async open(owner: SessionOwner, hashes: TokenHashes): Promise<PairEnds & { sessionId: string }> {
    const sessionId = randomUUID();
    const { accountId, username, credentialVersion } = owner;
    const { accessMs, idleMs, totalMs } = this.config.session;
    const args = [sessionId, accountId, username, credentialVersion, accessMs, idleMs, totalMs];
    const keys = [...this.keysOf(accountId, sessionId), ...this.tokenKeys(hashes)];
    const [accessEnds, refreshEnds] = pairEnds.parse(await this.run(openScript, keys, args));
    return { sessionId, accessEnds, refreshEnds };
  }

  async rotate(pointer: RefreshPointer, hashes: TokenHashes): Promise<Rotation> {
    const { accountId, sessionId, generation } = pointer;
    const { accessMs, idleMs, graceMs } = this.config.session;
    const keys = [...this.keysOf(accountId, sessionId), ...this.tokenKeys(hashes)];
    const args = [sessionId, generation, accessMs, idleMs, graceMs];
    const reply = rotation.parse(await this.run(rotateScript, keys, args));
    if (reply[0] !== 'rotated') return { outcome: reply[0] };
    const [outcome, username, credentialVersion, accessEnds, refreshEnds] = reply;
    return { outcome, username, credentialVersion, accessEnds, refreshEnds };
  }

  /** Ends one session; with `olderThan` only if it was opened with an older password. */
  async end(accountId: string, sessionId: string, olderThan?: number): Promise<boolean> {
    const args = [sessionId, olderThan ?? ''];
    return (await this.run(endScript, this.keysOf(accountId, sessionId), args)) === 1;
  }

  sessionsOf(accountId: string): Promise<string[]> {
    return this.redis.zrange(sessionKeys.account(accountId), 0, '-1');
  }

  async findByRefresh(hash: string): Promise<RefreshPointer | undefined> {
    const value = await this.redis.get(sessionKeys.refresh(hash));
    return value === null ? undefined : parsePointer(value);
  }

  async findByAccess(
    hash: string,
  ): Promise<Pick<RefreshPointer, 'accountId' | 'sessionId'> | undefined> {
    const value = await this.redis.get(accessKeys.session(hash));
    return value === null ? undefined : sessionRecord.parse(JSON.parse(value));
  }

  private run(script: string, keys: string[], args: (string | number)[]): Promise<unknown> {
    return this.redis.eval(script, keys.length, ...keys, ...args);
  }

  private keysOf(accountId: string, sessionId: string): string[] {
    return [
      sessionKeys.family(sessionId),
      sessionKeys.account(accountId),
      sessionKeys.accessTokens(sessionId),
    ];
  }

  private tokenKeys({ access, refresh }: TokenHashes): string[] {
    return [sessionKeys.refresh(refresh), accessKeys.session(access)];
  }
}
