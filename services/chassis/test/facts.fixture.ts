import { Controller, Inject, Injectable, Module } from '@nestjs/common';
import {
  access,
  defineCommand,
  defineEvent,
  type EventEnvelope,
  type RequestOf,
} from '@ctdb/contracts';
import { InjectModel, Prop, Schema as RecordSchema } from '@nestjs/mongoose';
import { Schema, type Connection, type Model } from 'mongoose';
import { z } from 'zod';
import {
  ChassisModule,
  CollectionRepository,
  Handles,
  MONGO,
  OnEvent,
  Outbox,
  outboxField,
  outboxIndex,
  recordModels,
  recordOptions,
  type OutboxEntry,
} from '../src/index.js';

export const counted = defineEvent({
  name: 'catalog.counter.counted.v1',
  payload: z.object({ value: z.number().int(), detail: z.object({}) }),
});

export const count = defineCommand({
  name: 'catalog.count',
  access: access.everyone,
  request: z.strictObject({ id: z.string() }),
  reply: z.object({ value: z.number() }),
});

export interface Counter {
  _id: string;
  value: number;
  outbox: OutboxEntry[];
}

const counterSchema = new Schema<Counter>({
  _id: String,
  value: { type: Number, default: 0 },
  outbox: outboxField,
});
counterSchema.index(outboxIndex);

/** Writes a counter and its event in one operation. */
@Injectable()
export class Counters {
  readonly model: Model<Counter>;

  constructor(
    @Inject(MONGO) mongo: Connection,
    readonly outbox: Outbox,
  ) {
    this.model = mongo.model<Counter>('Counter', counterSchema, 'counters');
  }

  /** Without a word to the relay: as if the process died right after the write. */
  async write(id: string, value: number): Promise<void> {
    const entry = this.outbox.entry(counted, { value, detail: {} });
    await this.model.updateOne(
      { _id: id },
      { $set: { value }, $push: { outbox: entry } },
      { upsert: true },
    );
  }
}

@Controller()
class CountConsumer {
  private value = 0;

  constructor(private readonly counters: Counters) {}

  @Handles(count)
  async count({ id }: RequestOf<typeof count>) {
    this.value += 1;
    await this.counters.write(id, this.value);
    this.counters.outbox.relaySoon();
    return { value: this.value };
  }
}

@Module({
  imports: [
    ChassisModule.forRoot({ service: 'catalog', mongo: true, outboxCollections: ['counters'] }),
  ],
  controllers: [CountConsumer],
  providers: [Counters],
})
export class CounterModule {}

/** What the consumer below was handed, and what it is to throw for a value. */
export const heard: { value: number; envelope: EventEnvelope; role: string | undefined }[] = [];
export const failures = new Map<number, Error>();

@Controller()
class Listener {
  @OnEvent(counted)
  async note({ value }: z.output<typeof counted.payload>, envelope: EventEnvelope) {
    heard.push({ value, envelope, role: envelope.actor.role });
    const error = failures.get(value);
    if (error) throw error;
  }
}

@Module({
  imports: [ChassisModule.forRoot({ service: 'billing', mongo: true })],
  controllers: [Listener],
})
export class ListenerModule {}

/** No fact with a greater value fits its schema. */
export const MAX_FACT = 99;

@RecordSchema(recordOptions('facts'))
class FactRecord {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: Number, required: true, max: MAX_FACT }) value!: number;
}

@Injectable()
export class FactsRepository extends CollectionRepository<FactRecord> {
  constructor(@InjectModel(FactRecord.name) readonly facts: Model<FactRecord>) {
    super(facts);
  }

  async add(fact: FactRecord): Promise<void> {
    await this.insertIfMissing(fact);
  }
}

@Controller()
class FactsConsumer {
  constructor(private readonly facts: FactsRepository) {}

  @OnEvent(counted, { isConcurrent: true })
  add({ value }: z.output<typeof counted.payload>, { id }: EventEnvelope): Promise<void> {
    return this.facts.add({ _id: id, value });
  }
}

/** Stores events in any order. */
@Module({
  imports: [ChassisModule.forRoot({ service: 'media', mongo: true }), recordModels(FactRecord)],
  controllers: [FactsConsumer],
  providers: [FactsRepository],
})
export class FactsModule {}
