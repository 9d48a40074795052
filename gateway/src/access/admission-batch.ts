import type { ChainableCommander, Redis } from 'ioredis';
import { admissionScript } from './admission.script.js';

const KEYS = 5;

/** What the script answers. */
export type AdmissionReply = [
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
  readonly answered: PromiseWithResolvers<AdmissionReply>;
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

  /** Adds a request; its own place is in the count that it gets back. */
  async add(keysAndArguments: readonly (string | number)[]): Promise<AdmissionReply> {
    const id = keysAndArguments.join(' ');
    const group = this.groups.get(id) ?? this.open(id, keysAndArguments);
    group.count += 1;
    const place = group.count;
    const [session, pass, used, left, limit, now] = await group.answered.promise;
    return [session, pass, used - group.count + place, left, limit, now];
  }

  /** Asks Redis for all. */
  async send(redis: Redis): Promise<void> {
    const pipeline = redis.pipeline() as Pipeline;
    const groups = [...this.groups.values()];
    for (const { keysAndArguments, count } of groups) pipeline.admit(...keysAndArguments, count);
    try {
      const replies = await pipeline.exec();
      for (const [place, { answered }] of groups.entries()) {
        const [error, reply] = replies?.[place] ?? [new Error('no reply'), undefined];
        if (error) answered.reject(error);
        else answered.resolve(reply as AdmissionReply);
      }
    } catch (error) {
      for (const { answered } of groups) answered.reject(error);
    }
  }

  private open(id: string, keysAndArguments: readonly (string | number)[]): Group {
    const group = { keysAndArguments, count: 0, answered: Promise.withResolvers<AdmissionReply>() };
    this.groups.set(id, group);
    return group;
  }
}
