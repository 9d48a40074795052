import { mongo, Types, type Connection } from 'mongoose';
import { outcomes } from '@ctdb/contracts';
import { newRecord } from '@ctdb/chassis';
import { patientKey } from '../src/treatments/patient-names.js';
import type { BenchDisease } from './corpus.js';

const BATCH = 2_000;
const DAY = 86_400_000;
/** Treatments over which the history entries are spread. */
const TREATMENTS = 1_000;
const PATIENTS = 20_000;

const insertAll = async (collection: unknown, documents: object[]) => {
  const target = collection as mongo.Collection<object>;
  for (let at = 0; at < documents.length; at += BATCH)
    await target.insertMany(documents.slice(at, at + BATCH), { ordered: false });
};

/** Fills an empty database past the service: diseases, treatments of some, and history entries. */
export const insertBenchmarkData = async (
  connection: Connection,
  diseases: readonly BenchDisease[],
  entries: number,
): Promise<void> => {
  const born = new Date('2026-01-01T00:00:00Z');
  const record = (id: Types.ObjectId) => newRecord(id, born);
  const records = diseases.map(({ nameEn, nameKn, category, notes }) => ({
    ...record(new Types.ObjectId()),
    nameEn,
    nameKn,
    category,
    notes,
    updatedAt: born,
    changedAt: born,
  }));
  await insertAll(connection.collection('diseases'), records);

  const treatments = records.slice(0, TREATMENTS).map(({ _id }) => ({
    ...record(new Types.ObjectId()),
    diseaseId: _id,
    descriptionEn: 'Green light',
    descriptionKn: 'ಹಸಿರು ಬೆಳಕು',
    translation: { needsReview: false, outdated: false },
    protocols: [],
    updatedAt: born,
  }));
  await insertAll(connection.collection('treatments'), treatments);

  const now = Date.now();
  const history = Array.from({ length: entries }, (_, index) => {
    const treatment = treatments[index % treatments.length];
    const patientName = `Patient ${(index * 7_919) % PATIENTS}`;
    return {
      ...record(new Types.ObjectId()),
      treatmentId: treatment?._id,
      diseaseId: treatment?.diseaseId,
      enteredBy: 'admin:bench',
      date: new Date(now - ((index * 104_729) % 500) * DAY),
      patientName,
      patientKey: patientKey(patientName),
      treatmentDescription: 'Twenty minutes of green light on the chest.',
      outcome: outcomes[index % outcomes.length],
      practitioner: 'Practitioner',
    };
  });
  await insertAll(connection.collection('history'), history);
};
