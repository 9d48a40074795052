import { randomBytes } from 'node:crypto';
import { CollectionRepository, recordOptions } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Schema as MongooseSchema, type Model, type Types } from 'mongoose';

const { ObjectId } = MongooseSchema.Types;

/** How many changes the log keeps. A reader that missed more loads everything. */
const LOG_LENGTH = 10_000;
const TRIM_INTERVAL = 1_000;
/** Changes of one read. */
export const PAGE_LENGTH = 100;

/** What changed in one step, by ids of diseases. */
export interface ChangedIds {
  diseases: Types.ObjectId[];
  /** Whose treatment, notes or history changed. */
  treatments: Types.ObjectId[];
  /** Which versions those are, as far as the writer knows; see {@link versionKey}. */
  written?: string[];
}

/** A version of a treatment, note or history entry as a step of the log names it. */
export const versionKey = (at: { _id: Types.ObjectId; version: number }): string =>
  `${at._id.toHexString()} ${at.version}`;

/** One step of the stored data. Consecutive steps have consecutive ids. */
@Schema(recordOptions('changes'))
export class ChangeRecord implements ChangedIds {
  @Prop({ type: Number, required: true }) _id!: number;
  /** Random: where the log was lost or set back, an id comes again with another tag. */
  @Prop({ type: String, required: true }) tag!: string;
  /** Tag of the last step up to this one that changed more than treatments. */
  @Prop({ type: String, required: true }) registryTag!: string;
  @Prop({ type: [ObjectId] }) diseases!: Types.ObjectId[];
  @Prop({ type: [ObjectId] }) treatments!: Types.ObjectId[];
  @Prop({ type: [String], default: undefined }) written?: string[];
}

/** A step, without what it changed. */
export type ChangeState = Pick<ChangeRecord, '_id' | 'tag' | 'registryTag'>;

/** The log of changes, in which each replica finds the writes of the others. */
@Injectable()
export class ChangesRepository extends CollectionRepository<ChangeRecord> {
  constructor(@InjectModel(ChangeRecord.name) model: Model<ChangeRecord>) {
    super(model);
  }

  /** The last step; null where there is none. */
  last(): Promise<ChangeRecord | null> {
    return this.model.findOne().sort({ _id: -1 }).lean<ChangeRecord>().exec();
  }

  /**
   * The step `id` and the next one, without what they changed. The product's busiest query: it finds
   * by equal ids, which every database does fastest.
   */
  async peek(id: number): Promise<Record<'known' | 'next', ChangeState | undefined>> {
    const found = await this.model
      .find({ _id: { $in: [id, id + 1] } })
      .select({ tag: 1, registryTag: 1 })
      .lean<ChangeState[]>()
      .exec();
    const [known, next] = [id, id + 1].map((each) => found.find(({ _id }) => _id === each));
    return { known, next };
  }

  /** The steps after `id`, at most {@link PAGE_LENGTH}. */
  after(id: number): Promise<ChangeRecord[]> {
    return this.model
      .find({ _id: { $gt: id } })
      .sort({ _id: 1 })
      .limit(PAGE_LENGTH)
      .lean<ChangeRecord[]>()
      .exec();
  }

  /** Adds a step. One without ids is a start of a catalog: all tags are new. */
  async append(changed: ChangedIds): Promise<void> {
    const { diseases, treatments } = changed;
    const tag = randomBytes(6).toString('hex');
    for (;;) {
      const last = await this.last();
      const _id = (last?._id ?? 0) + 1;
      const isOfTreatments = diseases.length === 0 && treatments.length > 0;
      const registryTag = last && isOfTreatments ? last.registryTag : tag;
      // Another replica may have taken the id.
      if (!(await this.insertIfMissing({ _id, tag, registryTag, ...changed }))) continue;
      if (_id % TRIM_INTERVAL === 0) await this.deleteMany({ _id: { $lte: _id - LOG_LENGTH } });
      return;
    }
  }
}
