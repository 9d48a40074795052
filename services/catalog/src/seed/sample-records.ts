import { deterministicId, newRecord } from '@ctdb/chassis';
import { diseaseInput } from '@ctdb/contracts';
import { patientKey } from '../patients/patient-names.js';
import type { DiseaseRecord } from '../records/disease.record.js';
import type { HistoryRecord, NoteRecord, TreatmentRecord } from '../records/treatment.record.js';
import type { SampleDisease } from '../sample-data/index.js';

const DAY_MS = 86_400_000;
const CREATED_BY = 'sample';

/** What one sample disease becomes in the database. */
export interface SampleRecords {
  disease: DiseaseRecord;
  treatment: TreatmentRecord;
  notes: NoteRecord[];
  history: HistoryRecord[];
}

const midnight = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);

/**
 * The records of a sample disease. Ids depend on its key alone and times on `now`, the moment when
 * seeding started, so that seeding again, or in two processes at a time, gives the same records.
 */
export const sampleRecords = (sample: SampleDisease, now: Date): SampleRecords => {
  const { key, treatment: text, ...names } = sample;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const createId = (...parts: (string | number)[]) =>
    deterministicId('samples', [key, ...parts].join('/'));
  const diseaseId = createId('disease');
  const treatmentId = createId('treatment');
  // The disease is older than its notes and history entries.
  const createdAt = ago(
    1 + Math.max(0, ...[...text.notes, ...text.history].map((at) => at.daysAgo)),
  );
  const place = {
    treatmentId,
    diseaseId,
    enteredBy: CREATED_BY,
    practice: CREATED_BY,
    isPublished: true,
    isSample: true,
  };
  return {
    disease: {
      ...newRecord(diseaseId, createdAt),
      ...diseaseInput.parse(names),
      isSample: true,
      updatedAt: createdAt,
      changedAt: now,
    },
    treatment: {
      ...newRecord(treatmentId, createdAt),
      diseaseId,
      descriptionEn: text.descriptionEn,
      descriptionKn: text.descriptionKn,
      translation: { needsReview: false, outdated: false },
      isSample: true,
      protocols: text.protocols.map((protocol, index) => ({
        _id: createId('protocol', index),
        ...protocol,
        createdAt,
      })),
      updatedAt: createdAt,
    },
    notes: text.notes.map(({ daysAgo, ...note }, index) => ({
      ...newRecord(createId('note', index), ago(daysAgo)),
      ...place,
      ...note,
    })),
    history: text.history.map(({ daysAgo, ...entry }, index) => ({
      ...newRecord(createId('history', index), ago(daysAgo)),
      ...place,
      ...entry,
      date: midnight(ago(daysAgo)),
      patientKey: patientKey(entry.patientName),
    })),
  };
};
