import { MONGO } from '@ctdb/chassis';
import type { Outcome } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model, PipelineStage, Types } from 'mongoose';
import { diseaseModel, type DiseaseRecord } from '../diseases/diseases.schema.js';
import { historyModel, type HistoryRecord } from '../history/history.schema.js';
import { treatmentModel, type TreatmentRecord } from '../treatments/treatments.schema.js';
import { STABLE_ORDER } from '../store/stable-order.js';
import { DAY } from './steps.js';

/** How many entries of one disease had one outcome. */
export interface OutcomesOfDisease {
  diseaseId: string;
  outcome: Outcome;
  count: number;
}

/** How many entries had one outcome on one day; `day` counts from the beginning of the period. */
export interface OutcomesOfDay {
  day: number;
  outcome: Outcome;
  count: number;
}

type Match = PipelineStage.Match['$match'];

/** Counts in the database. Deleted entries, and those of deleted diseases, count nowhere. */
@Injectable()
export class InsightsRepository {
  private readonly diseases: Model<DiseaseRecord>;
  private readonly treatments: Model<TreatmentRecord>;
  private readonly history: Model<HistoryRecord>;

  constructor(@Inject(MONGO) connection: Connection) {
    this.diseases = diseaseModel(connection);
    this.treatments = treatmentModel(connection);
    this.history = historyModel(connection);
  }

  /** Ids of the diseases in the trash: few, so that leaving them out costs little. */
  async hiddenDiseases(): Promise<Types.ObjectId[]> {
    // "Later than 1970" is found by the index; "not null" is not.
    const deleted = { deletedAt: { $gt: new Date(0) } };
    const hidden = await this.diseases.find(deleted).select('_id').sort(STABLE_ORDER).lean().exec();
    return hidden.map(({ _id }) => _id);
  }

  countTreatments(hidden: readonly Types.ObjectId[]): Promise<number> {
    return this.treatments.countDocuments({ diseaseId: { $nin: [...hidden] } }).exec();
  }

  countEntriesSince(moment: Date, hidden: readonly Types.ObjectId[]): Promise<number> {
    return this.history.countDocuments({ ...visible(hidden), date: { $gte: moment } }).exec();
  }

  async countPatients(hidden: readonly Types.ObjectId[]): Promise<number> {
    const [row] = await this.history.aggregate<{ patients: number }>([
      { $match: visible(hidden) },
      { $group: { _id: '$patientKey' } },
      { $count: 'patients' },
    ]);
    return row?.patients ?? 0;
  }

  async outcomesByDisease(hidden: readonly Types.ObjectId[]): Promise<OutcomesOfDisease[]> {
    type Row = { _id: { d: Types.ObjectId; o: Outcome }; n: number };
    const rows = await this.history.aggregate<Row>([
      { $match: visible(hidden) },
      { $group: { _id: { d: '$diseaseId', o: '$outcome' }, n: { $sum: 1 } } },
    ]);
    return rows.map(({ _id, n }) => ({ diseaseId: _id.d.toHexString(), outcome: _id.o, count: n }));
  }

  /** From `from` up to, not including, `to`; of one disease, or of all but the hidden ones. */
  async outcomesByDay(from: Date, to: Date, of: Match): Promise<OutcomesOfDay[]> {
    type Row = { _id: { d: number; o: Outcome }; n: number };
    const day = { $floor: { $divide: [{ $subtract: ['$date', from] }, DAY] } };
    const rows = await this.history.aggregate<Row>([
      { $match: { ...of, deletedAt: null, date: { $gte: from, $lt: to } } },
      { $group: { _id: { d: day, o: '$outcome' }, n: { $sum: 1 } } },
    ]);
    return rows.map(({ _id, n }) => ({ day: Number(_id.d), outcome: _id.o, count: n }));
  }
}

const visible = (hidden: readonly Types.ObjectId[]) => ({
  deletedAt: null,
  diseaseId: { $nin: [...hidden] },
});
