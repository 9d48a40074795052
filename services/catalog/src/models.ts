import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import type { Type } from '@nestjs/common';
import { DiseaseRecord } from './diseases/disease.record.js';
import { RevisionRecord } from './projection/revisions.repository.js';
import { SeedState } from './seed/seed.repository.js';
import { HistoryRecord, NoteRecord, TreatmentRecord } from './treatments/treatment.records.js';

const feature = (record: Type) => ({
  name: record.name,
  schema: SchemaFactory.createForClass(record),
});

/** The models of the catalog, for `imports`; injected by `@InjectModel(DiseaseRecord.name)`. */
export const catalogModels = MongooseModule.forFeature(
  [DiseaseRecord, TreatmentRecord, NoteRecord, HistoryRecord, RevisionRecord, SeedState].map(
    feature,
  ),
);
