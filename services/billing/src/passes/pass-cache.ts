import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { REDIS } from '@ctdb/chassis';
import { accessKeys, type AccessReason, type Replies } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { GrantsRepository } from './grants.repository.js';
import { PracticesRepository } from '../practices/practices.repository.js';
import { computePassState } from './schedule.js';

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
const ticketKey = (browser: string) => `pass-ticket:${browser}`;

/** The pass of a browser, or why it has none. */
export type FoundPass = Replies['getActivePass'];

/** Passes in Redis, a cache of the ledger; the scripts prevent stale writes. */
@Injectable()
export class PassCache {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly grants: GrantsRepository,
    private readonly practices: PracticesRepository,
  ) {}

  /**
   * Returns the pass from the ledger and updates the cache, unless a later writer does. A browser that
   * the ledger does not know leaves nothing in Redis, because anyone can invent one.
   */
  async refresh(browser: string): Promise<FoundPass> {
    const isKnown =
      (await this.practices.findByBrowser(browser)) !== null ||
      (await this.practices.findLeft(browser)).length > 0;
    if (!isKnown) return { pass: null, reason: 'none' };
    return this.writeCache(browser);
  }

  /** Updates the cache; returns after Redis has this state of the ledger or a newer one. */
  async refreshUntilWritten(browser: string): Promise<void> {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      const { outcome } = await this.writeCache(browser);
      if (outcome !== NOT_WRITTEN || (await this.hasLaterWritten(browser))) return;
    }
    throw new Error('writing the pass cache failed: too many concurrent writes');
  }

  /**
   * Waits for the writer with the latest ticket, which reads a newer ledger. With a new ticket of its own
   * each writer would overtake the others, and on a busy machine none would ever write.
   */
  private async hasLaterWritten(browser: string): Promise<boolean> {
    const end = performance.now() + LATER_WRITER_MS * (1 + Math.random());
    while (performance.now() < end) {
      await pause(POLL_INTERVAL_MS);
      if ((await this.redis.get(ticketKey(browser)))?.startsWith('done:')) return true;
    }
    return false;
  }

  /** Ends the cached pass of a replaced token after `graceMs`. */
  async retire(browser: string, graceMs: number): Promise<void> {
    // Writers that have read the ledger before do not write any more.
    await this.issueFencingToken(browser, randomUUID());
    await this.redis.pexpire(accessKeys.pass(browser), graceMs, 'LT');
  }

  private async writeCache(browser: string): Promise<FoundPass & { outcome: number }> {
    const ticket = randomUUID();
    const now = await this.issueFencingToken(browser, ticket);
    const { pass, reason, until } = await this.find(browser, now);
    const keys = [ticketKey(browser), accessKeys.pass(browser)];
    const args = [ticket, pass ? JSON.stringify(pass) : reason, until, TICKET_TTL_MS];
    const reply = await this.redis.eval(writePassScript, keys.length, ...keys, ...args);
    return { pass, reason, outcome: z.number().parse(reply) };
  }

  /** Returns the time of Redis. */
  private async issueFencingToken(browser: string, ticket: string): Promise<number> {
    const args = [ticketKey(browser), ticket, TICKET_TTL_MS];
    return z.number().parse(await this.redis.eval(issueFencingTokenScript, 1, ...args));
  }

  /** The pass of a browser by the ledger, and until when that holds, in milliseconds since the epoch. */
  private async find(browser: string, now: number): Promise<FoundPass & { until: number }> {
    const practice = await this.practices.findByBrowser(browser);
    const grants = practice ? await this.grants.findGrants(practice._id) : [];
    const { pass, nextStart = Infinity } = computePassState(grants, now);
    if (practice && pass) {
      const record = { ...pass, practice: practice._id.toHexString() };
      return { pass: record, reason: 'none', until: pass.expiresAt };
    }
    const hasHadAccess = grants.some(({ startsAt }) => startsAt <= now);
    const reason = hasHadAccess ? 'ended' : await this.findReason(browser, now);
    return { pass: null, reason, until: Math.min(now + NO_PASS_TTL_MS, nextStart) };
  }

  /** Why a browser that opens no practice with access has none. */
  private async findReason(browser: string, now: number): Promise<AccessReason> {
    const left = await this.practices.findLeft(browser);
    const grants = await Promise.all(left.map(({ _id }) => this.grants.findGrants(_id)));
    const all = grants.flat();
    if (all.some((grant) => !grant.isRefunded && grant.endsAt > now)) return 'moved';
    return all.length > 0 ? 'ended' : 'none';
  }
}
