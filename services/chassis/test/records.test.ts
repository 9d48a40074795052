import { beforeAll, expect, it, vi } from 'vitest';
import { defineEvent, type Subject } from '@ctdb/contracts';
import { Injectable, Module } from '@nestjs/common';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { mongo, type Model } from 'mongoose';
import { z } from 'zod';
import {
  ChassisModule,
  idempotencyRecord,
  newRecord,
  newRecordId,
  outboxEntry,
  recordIndexes,
  recordOptions,
  RecordRepository,
  StoredRecord,
} from '../src/index.js';
import {
  admin,
  eventSpy,
  startTestService,
  testEnv,
  waitUntil,
  type EventSpy,
} from '../src/testing/index.js';

const counted = defineEvent({
  name: 'catalog.shelf.counted.v1',
  payload: z.object({ books: z.number().int() }),
});

@Schema(recordOptions('shelves'))
class ShelfRecord extends StoredRecord {
  @Prop({ type: String, required: true }) label!: string;
  @Prop({ type: Number, required: true }) books!: number;
}

@Injectable()
class ShelvesRepository extends RecordRepository<ShelfRecord> {
  constructor(@InjectModel(ShelfRecord.name) readonly shelves: Model<ShelfRecord>) {
    super(shelves, [...recordIndexes, { name: 'label', key: { label: 1 }, unique: true }]);
  }
}

@Module({
  imports: [
    ChassisModule.forRoot({ service: 'catalog', mongo: true, outboxCollections: ['shelves'] }),
    MongooseModule.forFeature([
      { name: ShelfRecord.name, schema: SchemaFactory.createForClass(ShelfRecord) },
    ]),
  ],
  providers: [ShelvesRepository],
})
class LibraryModule {}

const env = testEnv();
let repository: ShelvesRepository;
let spy: EventSpy;

const shelf = (label: string, commandId: string, idempotencyKey?: string, books = 0) => {
  const subject: Subject = admin();
  const context = { commandId, subject, ...(idempotencyKey && { idempotencyKey }) };
  const now = new Date();
  const key = idempotencyRecord(context, { label, books }, now);
  const event = outboxEntry(counted, { books });
  const id = newRecordId(context, 'shelves');
  return { ...newRecord(id, now, event, key), label, books };
};
const addBook = (id: ShelfRecord['_id'], command: string) =>
  repository.change(id, command, (before) => {
    const books = (before?.books ?? 0) + 1;
    return { set: { books }, event: outboxEntry(counted, { books }) };
  });

beforeAll(async () => {
  spy = await eventSpy(env, counted);
  repository = (await startTestService(LibraryModule, env)).get(ShelvesRepository);
});

it('a repository of records loses no change of many writers, and makes a repeated one once, with one event each', async () => {
  const { _id } = await repository.insertOnce(shelf('busy', 'create-busy', undefined, 1_000));
  const commands = Array.from({ length: 10 }, (_, index) => `add-${index}`);
  await Promise.all(commands.map((command) => addBook(_id, command)));
  await Promise.all(Array.from({ length: 5 }, () => addBook(_id, 'again')));
  const stored = await repository.findById(_id);
  expect(stored).toMatchObject({ books: 1_011, version: 12 });
  expect(stored?.recentCommands).toHaveLength(10);
  await spy.waitFor(counted, ({ payload }) => payload.books === 1_011);
  const heard = spy.of(counted).map(({ payload }) => payload.books);
  const expected = Array.from({ length: 12 }, (_, index) => 1_000 + index);
  expect(heard.filter((books) => books >= 1_000)).toEqual(expected);
});

it('a repository of records stores a record once, however often its command comes', async () => {
  const [first, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => repository.insertOnce(shelf('once', 'create-once'))),
  );
  for (const other of others) expect(other._id).toEqual(first?._id);
  expect(await repository.shelves.countDocuments({ label: 'once' })).toBe(1);
});

it('a repository of records stores those of concurrent commands together, and refuses one alone', async () => {
  const insertMany = vi.spyOn(repository.shelves.collection, 'insertMany');
  const many = Array.from({ length: 20 }, (_, index) => shelf(`many-${index}`, `many-${index}`));
  const outcomes = await Promise.allSettled(
    [...many, shelf('many-0', 'same-label')].map((record) => repository.insertOnce(record)),
  );
  expect(insertMany).toHaveBeenCalledTimes(1);
  expect(outcomes.slice(0, -1)).toEqual(many.map((value) => ({ status: 'fulfilled', value })));
  expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 11_000 } });
  expect(await repository.shelves.countDocuments({ label: /^many-/ })).toBe(20);
});

it('a repository of records publishes again an event that was published and not removed', async () => {
  // Else the removal of an earlier event might be the one that fails.
  const pending = () => repository.shelves.countDocuments({ 'outbox.id': { $gt: '' } });
  await waitUntil(async () => (await pending()) === 0);
  const driver = mongo.Collection.prototype;
  vi.spyOn(driver, 'updateMany').mockRejectedValueOnce(new Error('killed'));
  const { outbox, _id } = await repository.insertOnce(shelf('cut', 'cut'));
  const publications = () => spy.events.filter(({ id }) => id === outbox[0]?.id);
  await waitUntil(() => publications().length === 2);
  await waitUntil(async () => (await repository.findById(_id))?.outbox.length === 0);
});

it('a repository of records knows a repeated request by its idempotency key, and refuses another one under it', async () => {
  const first = await repository.insertOnce(shelf('keyed', 'k1', 'key'));
  const again = await repository.insertOnce(shelf('keyed', 'k2', 'key'));
  expect(again._id).toEqual(first._id);
  const other = repository.insertOnce(shelf('other', 'k3', 'key'));
  await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});

it('a repository of records takes a key again once it has expired', async () => {
  const first = await repository.insertOnce(shelf('old', 'o1', 'old-key'));
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await repository.shelves.updateOne({ _id: first._id }, { 'idempotency.at': yesterday });
  const second = await repository.insertOnce(shelf('new', 'o2', 'old-key'));
  expect(second._id).not.toEqual(first._id);
  expect(await repository.findById(first._id)).not.toHaveProperty('idempotency');
});

it('a repository of records refuses fields and filters that its schema does not know', async () => {
  const extra = { ...shelf('extra', 'extra'), colour: 'red' };
  await expect(repository.insertOnce(extra)).rejects.toThrow('colour');
  const filter: object = { colour: 'red' };
  await expect(repository.shelves.findOne(filter).exec()).rejects.toThrow('colour');
});
