import { deterministicId, newRecord, RecordRepository, type Change } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { FreeSampleRecord } from '../records/free-sample.record.js';

const ID = deterministicId('free_sample', 'choice');

/** The collection `free_sample`, with one record: choosing another disease is one write. */
@Injectable()
export class FreeSampleRepository extends RecordRepository<FreeSampleRecord> {
  constructor(@InjectModel(FreeSampleRecord.name) model: Model<FreeSampleRecord>) {
    super(model);
  }

  /** The id of the chosen disease, which may be in the trash or purged; null if none is chosen. */
  async findChosenId(): Promise<Types.ObjectId | null> {
    const record = await this.findById(ID);
    return record?.diseaseId ?? null;
  }

  /** Stores the first choice of a database; a later one changes nothing. */
  async chooseFirst(diseaseId: Types.ObjectId | null): Promise<void> {
    await this.insertIfMissing({ ...newRecord(ID, new Date()), diseaseId });
  }

  /** Changes the choice, see `change`; `decide` gets the id of the chosen disease. */
  async changeChoice(
    command: string,
    decide: (
      chosenId: string | undefined,
    ) => Change<FreeSampleRecord> | null | Promise<Change<FreeSampleRecord> | null>,
  ): Promise<void> {
    await this.chooseFirst(null);
    await this.change(ID, command, (before) => decide(before?.diseaseId?.toHexString()));
  }
}
