import { describe, expect, it } from 'vitest';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { mongo, Types, type Model } from 'mongoose';
import { z } from 'zod';
import { diffFields } from './field-diff.js';
import { commandFingerprint, deterministicId, deterministicUuid, newRecordId } from './ids.js';
import { RecordRepository, requireVersion } from './record.repository.js';
import {
  idempotencyRecord,
  newRecord,
  recordOptions,
  StoredRecord,
  withContractFields,
} from './stored-record.js';

const context = { commandId: 'c1' };

it('a command is recognised by id, name and request', () => {
  const fingerprint = commandFingerprint(context, 'update', { a: 1 });
  expect(commandFingerprint(context, 'update', { a: 1 })).toBe(fingerprint);
  const others = [
    commandFingerprint({ commandId: 'c2' }, 'update', { a: 1 }),
    commandFingerprint(context, 'delete', { a: 1 }),
    commandFingerprint(context, 'update', { a: 2 }),
  ];
  expect(new Set([fingerprint, ...others]).size).toBe(4);
});

it('a command creates a record with an id of its own in each collection', () => {
  const id = newRecordId(context, 'notes').toHexString();
  expect(newRecordId(context, 'notes').toHexString()).toBe(id);
  expect(newRecordId(context, 'history').toHexString()).not.toBe(id);
  // The key's unique index recognises the repetition, for a day only.
  const keyed = { ...context, idempotencyKey: 'k' };
  expect(newRecordId(keyed, 'notes').equals(newRecordId(keyed, 'notes'))).toBe(false);
});

it('a command gets ids that databases of earlier versions hold', () => {
  expect(deterministicId('image', 'c1').toHexString()).toBe('ed7acc97fa18ec0f7453eb16');
  expect(deterministicUuid('upload', 'c1')).toBe('05df76b4-d785-8b7a-84be-df1f63ce5203');
  expect(z.uuid().safeParse(deterministicUuid('upload', 'c2')).success).toBe(true);
});

const pass = (id: string) => ({ role: 'pass', id, plan: 'hourly', practice: 'p' }) as const;

it('an idempotency key belongs to its subject, and remembers the request', () => {
  const of = (id: string, request: object) =>
    idempotencyRecord({ subject: pass(id), idempotencyKey: 'k' }, request);
  expect(of('p1', { a: 1 })?.key).toBe(of('p1', { a: 2 })?.key);
  expect(of('p1', { a: 1 })?.key).not.toBe(of('p2', { a: 1 })?.key);
  expect(of('p1', { a: 1 })?.requestHash).not.toBe(of('p1', { a: 2 })?.requestHash);
  expect(idempotencyRecord({ subject: pass('p1') }, {})).toBeUndefined();
});

describe('the differences of two states', () => {
  it('name what differs among the given fields', () => {
    const before = { a: 1, b: 'x', c: ['y'], secret: 's' };
    const after = { a: 1, b: 'z', c: ['y', 'z'], secret: 't' };
    expect(diffFields(['a', 'b', 'c'], before, after)).toEqual([
      { field: 'b', before: 'x', after: 'z' },
      { field: 'c', before: ['y'], after: ['y', 'z'] },
    ]);
    expect(diffFields(['a', 'b'], before, before)).toEqual([]);
  });

  it('of something new have no state before', () => {
    expect(diffFields(['a'], undefined, { a: 1 })).toEqual([{ field: 'a', after: 1 }]);
    expect(diffFields(['a'], { a: 1 }, undefined)).toEqual([{ field: 'a', before: 1 }]);
  });

  it('of long texts are what was removed and added, with some words around it', () => {
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `ಪದ${from + n} `).join('');
    const before = `${words(0, 500)}ask a@b.example today${words(500, 530)}`;
    const after = before.replace('a@b.example', 'c@d.example');
    expect(diffFields(['a'], { a: before }, { a: after })).toEqual([
      {
        field: 'a',
        difference: [
          { kind: 'same', part: ` … ${words(489, 500)}ask ` },
          { kind: 'removed', part: 'a@b.example ' },
          { kind: 'added', part: 'c@d.example ' },
          { kind: 'same', part: `todayಪದ500 ${words(501, 512)} … ` },
        ],
      },
    ]);
  });

  it('of long texts that have nothing in common are both texts', () => {
    const text = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word}${n}`).join(' ');
    const removed = { kind: 'removed', part: text('x') };
    const added = { kind: 'added', part: text('y') };
    const differences = (before: { a: unknown } | undefined, after: { a: unknown }) =>
      diffFields(['a'], before, after).flatMap(({ difference }) => difference);
    expect(differences({ a: [text('x')] }, { a: [text('y')] })).toEqual([removed, added]);
    expect(differences(undefined, { a: text('y') })).toEqual([added]);
  });
});

const shelfInput = z.strictObject({
  label: z.string().trim().min(1),
  kind: z.enum(['wood', 'steel']),
  remark: z.string().default(''),
});

@Schema(recordOptions('shelves'))
class Shelf extends withContractFields(StoredRecord, shelfInput) {
  @Prop({ type: Date, required: true }) builtAt!: Date;
}

const paths = SchemaFactory.createForClass(Shelf).paths;

it('the fields of a contract stand in the schema beside those of every record', () => {
  expect(Object.keys(paths).sort()).toEqual(
    // oxfmt-ignore
    ['_id', 'builtAt', 'createdAt', 'deletedAt', 'idempotency', 'kind', 'label', 'outbox', 'recentCommands', 'remark', 'version'],
  );
  expect(paths['kind']?.options).toMatchObject({ enum: ['wood', 'steel'], required: true });
  // A required text of mongoose may not be empty.
  expect(paths['remark']?.options).toMatchObject({ required: false });
});

it('the fields of a contract are refused at the start where their type needs words of its own', () => {
  const contract = z.object({ place: z.object({ row: z.number() }) });
  expect(() => withContractFields(StoredRecord, contract)).toThrow('place needs a @Prop');
});

class Records extends RecordRepository<StoredRecord> {
  constructor(model: unknown) {
    super(model as Model<StoredRecord>, []);
    Object.assign(this, { outbox: { relayDocument: () => undefined } });
  }
}

const record = newRecord(new Types.ObjectId(), new Date());

/** A query that fails `times` times with `error`. */
const failing = (times: number, error: Error, result: unknown = record) => {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    return result;
  };
};
/** A model whose documents fit, and are inserted by `insertMany`. */
const inserting = (insertMany: () => Promise<unknown>) =>
  Object.assign(
    class {
      constructor(private readonly fields: object) {}
      readonly validate = async () => undefined;
      readonly toBSON = () => this.fields;
    },
    { collection: { name: 'records', insertMany } },
  );
const query = (exec: () => Promise<unknown>) => () => ({ lean: () => ({ exec }) });

const deadlock = new Error('deadlock detected');
const findOne = query(async () => record);
const change = { set: {}, event: {} as never };

it('a write that the database undid is repeated where a record is new', async () => {
  const records = new Records(inserting(failing(2, deadlock)));
  expect(await records.insertOnce(record)).toBe(record);
});

it('a write that the database undid is repeated where a record is changed', async () => {
  const after = { ...record, version: 2 };
  const findOneAndUpdate = query(failing(2, deadlock, after));
  const records = new Records({ findOne, findOneAndUpdate, collection: { name: 'records' } });
  expect(await records.change(record._id, 'c-1', () => change)).toBe(after);
});

it('a write that the database undid fails with the reason where the connection is lost', async () => {
  const lost = new mongo.MongoNetworkError('lost');
  const wrapped = new mongo.MongoBulkWriteError(lost, {} as mongo.BulkWriteResult);
  const records = new Records(inserting(failing(1, wrapped)));
  await expect(records.insertOnce(record)).rejects.toBe(lost);
});

it('a version must be the current one where the caller names one', () => {
  const current = { id: 'a', version: 1 };
  expect(() => requireVersion(record, 1, () => current)).not.toThrow();
  expect(() => requireVersion(record, undefined, () => current)).not.toThrow();
  expect(() => requireVersion(record, 2, () => current)).toThrow(
    expect.objectContaining({ code: 'VERSION_CONFLICT', params: { current } }),
  );
});
