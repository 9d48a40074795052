import { STABLE_ORDER } from '@ctdb/chassis';
import type { Outcome } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Model, QueryFilter, Types } from 'mongoose';
import { CatalogRepository } from '../records/models.js';
import type { HistoryRecord } from '../records/treatment.record.js';

/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

const BATCH_SIZE = 1_000;

/** How many entries had one outcome on one day; `day` counts from the beginning of the period. */
export interface OutcomesOfDay {
  day: number;
  outcome: Outcome;
  count: number;
}

/** The id of the patient, or `patientKey` in an entry without one. */
type EntryPatient = Types.ObjectId | string;

/** The records that are counted. */
interface Scope {
  /** Sample entries count as well. */
  samples: boolean;
  /** If absent, all diseases, deleted ones too. */
  diseaseIds?: readonly Types.ObjectId[] | undefined;
}

/**
 * Counts in the database, published entries that are not in the trash. What belongs to deleted diseases is
 * counted by itself and subtracted: `$in` goes by an index, while `$nin` compares every entry with
 * every id (FerretDB takes a minute for 100,000 entries and 600 ids).
 */
@Injectable()
export class AnalyticsRepository extends CatalogRepository {
  private readonly history = this.entries.history as unknown as Model<HistoryRecord>;

  /** The diseases in the trash, and whether samples count: only while no other disease has an entry that is none. */
  async findScope(): Promise<{ hidden: Types.ObjectId[]; samples: boolean }> {
    // "Later than 1970" is found by the index; "not null" is not.
    const deleted = { deletedAt: { $gt: new Date(0) } };
    const found = await this.diseases.find(deleted).select('_id').sort(STABLE_ORDER).lean().exec();
    const hidden = found.map(({ _id }) => _id);
    const isHidden = new Set(hidden.map((id) => id.toHexString()));
    // Unsorted: the first batch nearly always holds one.
    const own = this.history
      .find(entries({ samples: false }))
      .select('diseaseId')
      .lean();
    for await (const { diseaseId } of own.cursor())
      if (!isHidden.has(diseaseId.toHexString())) return { hidden, samples: false };
    return { hidden, samples: true };
  }

  countTreatments(hidden: readonly Types.ObjectId[]): Promise<number> {
    return countVisible(this.treatments, {}, hidden);
  }

  countEntriesSince(date: Date, hidden: readonly Types.ObjectId[], scope: Scope): Promise<number> {
    return countVisible(this.history, { ...entries(scope), date: { $gte: date } }, hidden);
  }

  async countPatients(scope: Scope): Promise<number> {
    const [row] = await this.history.aggregate<{ patients: number }>([
      { $match: entries(scope) },
      { $group: { _id: patient } },
      { $count: 'patients' },
    ]);
    return row?.patients ?? 0;
  }

  /** Which patients have entries of which diseases, once each. */
  async findPatients(scope: Scope, patients?: readonly EntryPatient[]) {
    type Row = { _id: { p: EntryPatient; d: Types.ObjectId } };
    const those = patients && {
      $or: [{ patientId: { $in: patients } }, { patientId: null, patientKey: { $in: patients } }],
    };
    const rows = await this.history.aggregate<Row>([
      { $match: { ...entries(scope), ...those } },
      { $group: { _id: { p: patient, d: '$diseaseId' } } },
    ]);
    return rows.map(({ _id }) => ({ patient: _id.p, diseaseId: _id.d.toHexString() }));
  }

  /** How many entries of each disease had which outcome. Streamed: there are as many as diseases. */
  async *outcomesByDisease(scope: Scope) {
    type Row = { _id: { d: Types.ObjectId; o: Outcome }; n: number };
    const rows = this.history
      .aggregate<Row>([
        { $match: entries(scope) },
        { $group: { _id: { d: '$diseaseId', o: '$outcome' }, n: { $sum: 1 } } },
      ])
      .cursor({ batchSize: BATCH_SIZE });
    for await (const { _id, n } of rows)
      yield { diseaseId: _id.d.toHexString(), outcome: _id.o, count: n };
  }

  /** From `from` up to, not including, `to`. */
  async outcomesByDay(from: Date, to: Date, scope: Scope): Promise<OutcomesOfDay[]> {
    type Row = { _id: { d: number; o: Outcome }; n: number };
    const day = { $floor: { $divide: [{ $subtract: ['$date', from] }, DAY_MS] } };
    const rows = await this.history.aggregate<Row>([
      { $match: { ...entries(scope), date: { $gte: from, $lt: to } } },
      { $group: { _id: { d: day, o: '$outcome' }, n: { $sum: 1 } } },
    ]);
    return rows.map(({ _id, n }) => ({ day: Number(_id.d), outcome: _id.o, count: n }));
  }
}

/** How many records fit `filter` and do not belong to `hidden` diseases. */
const countVisible = async <D>(
  model: Model<D>,
  filter: QueryFilter<D>,
  hidden: readonly Types.ObjectId[],
): Promise<number> => {
  const less = { ...filter, diseaseId: { $in: hidden } };
  const [all, ofHidden] = await Promise.all([
    model.countDocuments(filter).exec(),
    hidden.length > 0 ? model.countDocuments(less).exec() : 0,
  ]);
  return Math.max(0, all - ofHidden);
};

/** Names are counted in entries without a patient, which are samples or of earlier versions. */
const patient = { $ifNull: ['$patientId', '$patientKey'] };
const entries = ({ samples, diseaseIds }: Scope): QueryFilter<HistoryRecord> => ({
  deletedAt: null,
  // What buyers write counts once it is published.
  isPublished: { $ne: false },
  ...(!samples && { isSample: { $ne: true } }),
  ...(diseaseIds && { diseaseId: { $in: [...diseaseIds] } }),
});
