import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { REDIS } from '@ctdb/chassis';
import { accessKeys, NO_PASS, type PassRecord } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { GrantsRepository } from './grants.repository.js';
import { passStateOf, type PassState } from './pass-record.js';
import { takeTicketScript, writePassScript } from './pass-scripts.js';

/** How long "nothing runs" is believed without asking the ledger. */
const NO_PASS_MS = 60_000;
/** Longer than any writer takes. */
const TICKET_MS = 60_000;
const TRIES = 100;

const NOT_WRITTEN = 0;
const ticketKey = (holder: string) => `pass-ticket:${holder}`;

/** What stands at the key of a browser, and until when. */
const entryOf = ({ record, nextStart = Infinity }: PassState, now: number) =>
  record
    ? { value: JSON.stringify(record), until: record.expiresAt }
    : { value: NO_PASS, until: Math.min(now + NO_PASS_MS, nextStart) };

/** The pass keys in Redis: copies of what the ledger says; see the scripts for who may write. */
@Injectable()
export class PassStore {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly grants: GrantsRepository,
  ) {}

  /** What the ledger says of a browser now; Redis says the same afterwards, or will in a moment. */
  async refresh(holder: string): Promise<PassRecord | null> {
    return (await this.copy(holder)).state.record;
  }

  /** Returns when Redis says what the ledger says since before the call, or something newer. */
  async correct(holder: string): Promise<PassRecord | null> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { state, outcome } = await this.copy(holder);
      if (outcome !== NOT_WRITTEN) return state.record;
      await pause(Math.random() * 20);
    }
    throw new Error('a pass could not be written for others who write it all the time');
  }

  /** Whether Redis allows exactly what the ledger does, or nothing. */
  async isRight(holder: string, now: number): Promise<boolean> {
    const value = await this.redis.get(accessKeys.pass(holder));
    if (value === null || value === NO_PASS) return true;
    return value === entryOf(passStateOf(await this.grants.holdingsOf(holder), now), now).value;
  }

  private async copy(holder: string): Promise<{ state: PassState; outcome: number }> {
    const ticket = randomUUID();
    const now = z
      .number()
      .parse(await this.redis.eval(takeTicketScript, 1, ticketKey(holder), ticket, TICKET_MS));
    const state = passStateOf(await this.grants.holdingsOf(holder), now);
    const { value, until } = entryOf(state, now);
    const keys = [ticketKey(holder), accessKeys.pass(holder)];
    const args = [ticket, value, until, TICKET_MS];
    const outcome = z
      .number()
      .parse(await this.redis.eval(writePassScript, keys.length, ...keys, ...args));
    return { state, outcome };
  }
}
