import type { ChainableCommander, Redis } from 'ioredis';
import { admissionScript } from './admission.script.js';

const KEYS = 5;

/** What Redis knows of a request. */
export interface Admitted {
  /** Unparsed records; null where there is none. */
  readonly session: string | null;
  readonly pass: string | null;
  /** Requests in this window, this one included, and how many it may have. */
  readonly used: number;
  readonly limit: number;
  readonly windowLeftMs: number;
  /** Redis's time, in milliseconds since the epoch. */
  readonly now: number;
}

/** What the script answers. */
type Reply = [
  session: string | null,
  pass: string | null,
  used: number,
  left: number,
  limit: number,
  now: number,
];

type Pipeline = ChainableCommander & { admit(...keysAndArguments: (string | number)[]): Pipeline };

interface Group {
  readonly keysAndArguments: readonly (string | number)[];
  count: number;
  readonly answered: PromiseWithResolvers<Reply>;
}

/** Makes the script known to `redis`; once, before any batch is sent. */
export const defineAdmission = (redis: Redis): void => {
  redis.defineCommand('admit', { lua: admissionScript, numberOfKeys: KEYS });
};

/**
 * Requests that arrive together. They are sent together, and those of one caller are one call of the
 * script that counts them all: writing costs more than what is written.
 */
export class AdmissionBatch {
  private readonly groups = new Map<string, Group>();

  /**
   * Adds a request of `caller`; its own place is in the count that it gets back. Requests of one
   * caller have the same keys and arguments.
   */
  async add(caller: string, argumentsOf: () => (string | number)[]): Promise<Admitted> {
    const group = this.groups.get(caller) ?? this.open(caller, argumentsOf());
    group.count += 1;
    const place = group.count;
    const [session, pass, used, windowLeftMs, limit, now] = await group.answered.promise;
    return { session, pass, used: used - group.count + place, windowLeftMs, limit, now };
  }

  /** Asks Redis for all; where it does not answer, `failure` is told why and says what all get. */
  async send(redis: Redis, failure: (reason: unknown) => Error): Promise<void> {
    const pipeline = redis.pipeline() as Pipeline;
    const groups = [...this.groups.values()];
    for (const { keysAndArguments, count } of groups) pipeline.admit(...keysAndArguments, count);
    try {
      const replies = await pipeline.exec();
      for (const [place, { answered }] of groups.entries()) {
        const [error, reply] = replies?.[place] ?? [new Error('no reply'), undefined];
        if (error) answered.reject(failure(error));
        else answered.resolve(reply as Reply);
      }
    } catch (error) {
      for (const { answered } of groups) answered.reject(failure(error));
    }
  }

  private open(caller: string, keysAndArguments: readonly (string | number)[]): Group {
    const group = { keysAndArguments, count: 0, answered: Promise.withResolvers<Reply>() };
    this.groups.set(caller, group);
    return group;
  }
}
