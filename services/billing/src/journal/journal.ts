import { type OutboxEntry, outboxEntry } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { type EventEnvelope, journaledEvents, timestamp, toBackupsUntil } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { z } from 'zod';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';

const FOLDER = 'journal/';
const READS_AT_ONCE = 20;

const fact = z.object({
  /** Of the event. */
  id: z.uuid(),
  name: z.string(),
  at: timestamp,
  payload: z.record(z.string(), z.unknown()),
});
/** A change that a restored database may lack: an event, without its actor and names. */
export type Fact = z.infer<typeof fact>;

/** Whether a record has a fact. */
export const hasFact = ({ notedAt }: { notedAt?: Date }, { at }: Fact): boolean =>
  notedAt !== undefined && notedAt >= new Date(at);

const findContract = (name: string) => journaledEvents.find((event) => event.name === name);

/** The event of a fact, to be stored with its repetition: that notes it anew. */
export const toEvent = ({ id, name, at, payload }: Fact, more: object = {}): OutboxEntry => {
  const contract = findContract(name);
  if (!contract) throw new Error(`the journal has an unknown event: ${name}`);
  return { ...outboxEntry(contract, { ...payload, ...more }), id, at };
};

/** Remembers changes outside the database, which a restore takes back to an earlier state. */
@Injectable()
export class Journal {
  constructor(
    private readonly store: ObjectStore,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Without storage nothing is remembered: the README says what that means. */
  async add({ id, name, at, payload }: EventEnvelope): Promise<void> {
    if (!this.store.isConfigured) return;
    const noted: Fact = { id, name, at, payload: { ...(payload as object), username: undefined } };
    // The keys are in the order of time.
    const key = `${FOLDER}${at.replaceAll(':', '-')}-${id}.json`;
    await this.store.put(key, Buffer.from(JSON.stringify(noted)), 'application/json');
  }

  /** What backups may undo, oldest first; earlier facts are forgotten. */
  async list(now = new Date()): Promise<Fact[]> {
    if (!this.store.isConfigured) return [];
    const [current, old]: [string[], string[]] = [[], []];
    for await (const { key, modifiedAt } of this.store.list(FOLDER))
      (toBackupsUntil(modifiedAt, this.config.backups) > now ? current : old).push(key);
    await this.store.remove(old);
    const facts = await pLimit(READS_AT_ONCE).map(current, (key) => this.read(key));
    // A later version may have noted others.
    return facts.filter(({ name }) => findContract(name));
  }

  private async read(key: string): Promise<Fact> {
    return fact.parse(JSON.parse((await this.store.read(key)).toString('utf8')));
  }
}
