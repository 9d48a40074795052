import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { REDIS } from '@ctdb/chassis';
import { accessKeys, isAccessReason, type AccessReason, type PassRecord } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { GrantPeriod } from './grant-period.js';
import { GrantsRepository } from './grants.repository.js';
import { HoldersRepository } from './holders.repository.js';
import { computePassState, type PassState } from './pass-record.js';

/*
 * Fencing. A writer of a pass key takes a ticket before it reads the ledger. It may write only while
 * its ticket is the latest, because a later writer reads newer data. Therefore a slow writer never
 * brings back a refunded or moved pass, even if it crashes right after its write.
 * A full Redis runs both, because they serve browsers of the ledger only.
 * KEYS of both: ticket [, pass].
 */

/** ARGV: ticket, its TTL in ms. Returns the time in ms since the epoch. */
export const issueFencingTokenScript = `#!lua flags=allow-oom
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local time = redis.call('TIME')
return time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * ARGV: ticket, value, its expiry (ms since the epoch), TTL of the mark in ms.
 * Returns 1 if it wrote, 2 if a later ticket has written, 0 if a later ticket is still to write.
 */
export const writePassScript = `#!lua flags=allow-oom
local ticket = redis.call('GET', KEYS[1])
if ticket ~= ARGV[1] then return ticket and string.sub(ticket, 1, 5) == 'done:' and 2 or 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PXAT', ARGV[3])
redis.call('SET', KEYS[1], 'done:' .. ticket, 'PX', ARGV[4])
return 1
`;

/** Cache time of "no pass". */
const NO_PASS_TTL_MS = 60_000;
/** Longer than any writer takes. */
const TICKET_TTL_MS = 60_000;
const MAX_ATTEMPTS = 20;
/** Longer than writers usually take; a later one that takes longer may have died. */
const LATER_WRITER_MS = 500;
const POLL_INTERVAL_MS = 10;

const NOT_WRITTEN = 0;
const ticketKey = (holder: string) => `pass-ticket:${holder}`;

/** The pass of a browser, or why it has none. */
export interface FoundPass {
  pass: PassRecord | null;
  reason: AccessReason;
}

/** Passes in Redis, a cache of the ledger; the scripts prevent stale writes. */
@Injectable()
export class PassCache {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly grants: GrantsRepository,
    private readonly holders: HoldersRepository,
  ) {}

  /**
   * Returns the pass from the ledger and updates the cache, unless a later writer does. A browser that
   * the ledger does not know leaves nothing in Redis, because anyone can invent one.
   */
  async refresh(holder: string): Promise<FoundPass> {
    if (!(await this.grants.isKnown(holder))) return { pass: null, reason: 'none' };
    return (await this.writeCache(holder)).found;
  }

  /** Updates the cache; returns after Redis has this state of the ledger or a newer one. */
  async refreshUntilWritten(holder: string): Promise<void> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const { outcome } = await this.writeCache(holder);
      if (outcome !== NOT_WRITTEN || (await this.hasLaterWritten(holder))) return;
    }
    throw new Error('writing the pass cache failed: too many concurrent writes');
  }

  /**
   * Waits for the writer with the latest ticket, which reads a newer ledger. With a new ticket of its own
   * each writer would overtake the others, and on a busy machine none would ever write.
   */
  private async hasLaterWritten(holder: string): Promise<boolean> {
    const end = performance.now() + LATER_WRITER_MS * (1 + Math.random());
    while (performance.now() < end) {
      await pause(POLL_INTERVAL_MS);
      if ((await this.redis.get(ticketKey(holder)))?.startsWith('done:')) return true;
    }
    return false;
  }

  /** Ends the cached pass of a replaced token after `graceMs`. */
  async retire(holder: string, graceMs: number): Promise<void> {
    // Writers that have read the ledger before do not write any more.
    await this.issueFencingToken(holder, randomUUID());
    await this.redis.pexpire(accessKeys.pass(holder), graceMs, 'LT');
  }

  /** Whether the cached pass equals the ledger, or is absent. */
  async isConsistent(holder: string, now: number): Promise<boolean> {
    const value = await this.redis.get(accessKeys.pass(holder));
    if (value === null || isAccessReason(value)) return true;
    const { record } = await this.computeState(await this.grants.findGrants(holder), now);
    return record !== null && value === JSON.stringify(record);
  }

  private async writeCache(holder: string): Promise<{ found: FoundPass; outcome: number }> {
    const ticket = randomUUID();
    const now = await this.issueFencingToken(holder, ticket);
    const grants = await this.grants.findGrants(holder);
    const { record, nextStart = Infinity } = await this.computeState(grants, now);
    const reason = record ? 'none' : await this.findReason(holder, grants, now);
    const value = record ? JSON.stringify(record) : reason;
    const until = record?.expiresAt ?? Math.min(now + NO_PASS_TTL_MS, nextStart);
    const keys = [ticketKey(holder), accessKeys.pass(holder)];
    const args = [ticket, value, until, TICKET_TTL_MS];
    const outcome = z
      .number()
      .parse(await this.redis.eval(writePassScript, keys.length, ...keys, ...args));
    return { found: { pass: record, reason }, outcome };
  }

  /** Returns the time of Redis. */
  private async issueFencingToken(holder: string, ticket: string): Promise<number> {
    const args = [ticketKey(holder), ticket, TICKET_TTL_MS];
    return z.number().parse(await this.redis.eval(issueFencingTokenScript, 1, ...args));
  }

  /** The state of the pass, with the holder of a plan. */
  private async computeState(grants: readonly GrantPeriod[], now: number): Promise<PassState> {
    const state = computePassState(grants, now);
    if (!state.record || !state.planId) return state;
    const holder = (await this.holders.findHolders([state.planId])).get(state.planId);
    return holder === undefined ? state : { ...state, record: { ...state.record, holder } };
  }

  /** Why a browser without a pass has none. */
  private async findReason(
    holder: string,
    grants: readonly GrantPeriod[],
    now: number,
  ): Promise<AccessReason> {
    const movedEnds = await this.grants.findMovedEnds(holder);
    if (movedEnds.some((end) => end.getTime() > now)) return 'moved';
    const hasHadAccess = movedEnds.length > 0 || grants.some(({ startsAt }) => startsAt <= now);
    return hasHadAccess ? 'ended' : 'none';
  }
}
