import { describe, expect, it } from '@jest/globals';
import { Types, type Model } from 'mongoose';
import type { StoredRecord } from './record.js';
import { RecordRepository } from './record.repository.js';

class Records extends RecordRepository<StoredRecord> {
  constructor(model: unknown) {
    super(model as Model<StoredRecord>);
  }
}

const record = { _id: new Types.ObjectId() } as StoredRecord;

/** A write that fails `times` times with `error`. */
const failing = (times: number, error: Error) => {
  let left = times;
  return () => {
    left -= 1;
    return left >= 0 ? Promise.reject(error) : Promise.resolve(record);
  };
};

describe('a write that the database has undone for another', () => {
  const deadlock = new Error('deadlock detected');
  const mark = { command: 'c-1', entry: {} as never };

  it('is done again where a record is new', async () => {
    const records = new Records({ create: failing(2, deadlock) });
    expect(await records.insertOnce(record)).toBe(record);
  });

  it('is done again where a record is changed', async () => {
    const exec = failing(2, deadlock);
    const records = new Records({ findOneAndUpdate: () => ({ lean: () => ({ exec }) }) });
    expect(await records.change(record._id, { version: 1 }, {}, mark)).toBe(record);
  });

  it('is told where another try would not help', async () => {
    const away = new Error('not primary');
    const records = new Records({ create: failing(1, away) });
    await expect(records.insertOnce(record)).rejects.toBe(away);
  });
});
