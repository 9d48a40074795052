import { CollectionRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { ChainEnd } from './audit-chain.js';
import { AuditDay } from './audit.record.js';

/** The collection `audit_days`: where the chain ended on each day. */
@Injectable()
export class AuditDaysRepository extends CollectionRepository<AuditDay> {
  constructor(@InjectModel(AuditDay.name) model: Model<AuditDay>) {
    super(model);
  }

  /** Adds a day, before its first entry is stored; `end` is that of the day before. */
  async addDay(day: string, end: ChainEnd | null): Promise<void> {
    const { sequence, hash } = end ?? { sequence: 0, hash: '' };
    await this.upsert({ _id: day }, { $setOnInsert: { sequence, hash } });
  }

  /** Notes the last entry of a day, unless a later one is noted. */
  async advance({ day, sequence, hash }: ChainEnd): Promise<void> {
    await this.updateOne({ _id: day, sequence: { $lt: sequence } }, { $set: { sequence, hash } });
  }

  /** Where the chain ended last; null before the first entry. */
  async findEnd(): Promise<ChainEnd | null> {
    const day = await this.findOne({ sequence: { $gt: 0 } }, { sort: { sequence: -1, _id: -1 } });
    return day && { day: day._id, sequence: day.sequence, hash: day.hash };
  }

  find(_id: string): Promise<AuditDay | null> {
    return this.findOne({ _id });
  }

  /** The days that ended after the entry `sequence`, in order. */
  findAfter(sequence: number): Promise<AuditDay[]> {
    return this.findMany({ sequence: { $gt: sequence } }, { sort: { _id: 1 } });
  }
}
