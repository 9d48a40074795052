import { randomBytes } from 'node:crypto';
import { CollectionRepository } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { ChangeRecord, type ChangedIds } from '../../records/change.record.js';

/** How many changes the log keeps. A reader that missed more loads everything. */
const LOG_LENGTH = 10_000;
const TRIM_INTERVAL = 1_000;
/** Changes of one read. */
export const PAGE_LENGTH = 100;

/** A version of a treatment, note or history entry as a step of the log names it. */
export const versionKey = (at: { _id: Types.ObjectId; version: number }): string =>
  `${at._id.toHexString()} ${at.version}`;

/** A step, without what it changed. */
export type ChangeState = Pick<ChangeRecord, '_id' | 'tag' | 'registryTag'>;

/** The log of changes, in which each replica finds the writes of the others. */
@Injectable()
export class ChangesRepository extends CollectionRepository<ChangeRecord> {
  constructor(@InjectModel(ChangeRecord.name) model: Model<ChangeRecord>) {
    super(model);
  }

  /**
   * The step `id` and the next one, without what they changed. The product's busiest query: it finds
   * by equal ids, which every database does fastest.
   */
  async peek(id: number): Promise<Record<'known' | 'next', ChangeState | undefined>> {
    const projection = { tag: 1, registryTag: 1 } as const;
    const found = await this.findMany({ _id: { $in: [id, id + 1] } }, { projection });
    const [known, next] = [id, id + 1].map((each) => found.find(({ _id }) => _id === each));
    return { known, next };
  }

  /** The steps after `id`, at most {@link PAGE_LENGTH}. */
  after(id: number): Promise<ChangeRecord[]> {
    return this.findMany({ _id: { $gt: id } }, { sort: { _id: 1 }, limit: PAGE_LENGTH });
  }

  /** Adds and returns a step. One without ids is a start of a catalog: all tags are new. */
  async append(changed: ChangedIds): Promise<ChangeRecord> {
    const { diseases, treatments } = changed;
    const tag = randomBytes(6).toString('hex');
    for (;;) {
      const last = await this.findOne({}, { sort: { _id: -1 } });
      const _id = (last?._id ?? 0) + 1;
      const isOfTreatments = diseases.length === 0 && treatments.length > 0;
      const registryTag = last && isOfTreatments ? last.registryTag : tag;
      const step = { _id, tag, registryTag, ...changed };
      // Another replica may have taken the id.
      if (!(await this.insertIfMissing(step))) continue;
      if (_id % TRIM_INTERVAL === 0) await this.deleteMany({ _id: { $lte: _id - LOG_LENGTH } });
      return step;
    }
  }
}
