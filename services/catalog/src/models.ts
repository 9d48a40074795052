import { recordModels } from '@ctdb/chassis';
import { DiseaseRecord } from './diseases/disease.record.js';
import { RevisionRecord } from './projection/revisions.repository.js';
import { SeedState } from './seed/seed.repository.js';
import { HistoryRecord, NoteRecord, TreatmentRecord } from './treatments/treatment.records.js';

/** The models of the catalog, for `imports`; injected by `@InjectModel(DiseaseRecord.name)`. */
export const catalogModels = recordModels(
  DiseaseRecord,
  TreatmentRecord,
  NoteRecord,
  HistoryRecord,
  RevisionRecord,
  SeedState,
);
