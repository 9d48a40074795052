import { ensureIndexes, MONGO } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { EntriesRepository } from '../entries/entries.repository.js';
import { historyModel, type HistoryRecord } from './history.schema.js';

/** The collection `history`. */
@Injectable()
export class HistoryRepository extends EntriesRepository<HistoryRecord> {
  constructor(@Inject(MONGO) connection: Connection) {
    super(historyModel(connection), { date: -1, createdAt: -1 });
  }

  override async createIndexes(): Promise<void> {
    await super.createIndexes();
    await ensureIndexes(this.model, [
      { name: 'date', key: { date: 1 } },
      { name: 'patientKey', key: { patientKey: 1 } },
    ]);
  }
}
