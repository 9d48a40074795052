import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { newRecord } from '@ctdb/chassis';
import {
  diseaseFieldNames,
  outcomes,
  protocolColorNames,
  type DiseaseInput,
} from '@ctdb/contracts';
import { createConnection, Types } from 'mongoose';
import type { DiseaseRecord } from '../src/records/disease.record.js';
import type { PatientRecord } from '../src/records/patient.record.js';
import { nameFields, patientKey } from '../src/patients/patient-names.js';
import type {
  HistoryRecord,
  NoteRecord,
  TreatmentRecord,
} from '../src/records/treatment.record.js';
import { corpus } from './corpus.js';

/**
 * Stores generated diseases with their treatments, past the service, which must be restarted afterwards:
 * `fill.ts DISEASES [DETAILED] [SEED]`. The first DETAILED treatments have protocols, notes and history. Prints
 * their ids as JSON. Needs MONGODB_URI or MONGODB_URI_FILE, and MONGODB_DB unless it is `catalog`.
 */
const BATCH = 2_000;
const PROTOCOLS = 2;
const NOTES = 10;
const HISTORY_ENTRIES = 20;
const PATIENTS = 5_000;
const DAY_MS = 86_400_000;

const [diseaseCount = 0, detailedCount = 0, seed = 1] = process.argv.slice(2).map(Number);
const createdAt = new Date();
const create = () => newRecord(new Types.ObjectId(), createdAt);
const itemAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const diseases: DiseaseRecord[] = corpus(diseaseCount, seed).map((disease) => ({
  ...create(),
  ...(Object.fromEntries(diseaseFieldNames.map((name) => [name, disease[name]])) as DiseaseInput),
  updatedAt: createdAt,
  changedAt: createdAt,
}));

const treatments: TreatmentRecord[] = diseases.map(({ _id: diseaseId, nameEn }, index) => ({
  ...create(),
  diseaseId,
  descriptionEn: `Green light against ${nameEn}, in a quiet room.`,
  descriptionKn: 'ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.',
  translation: { needsReview: false, outdated: false },
  protocols: Array.from({ length: index < detailedCount ? PROTOCOLS : 0 }, (_, number) => ({
    _id: new Types.ObjectId(),
    color: itemAt(protocolColorNames, index + number),
    applicationArea: 'Chest and upper back',
    duration: '20 minutes',
    frequency: 'Twice a day',
    createdAt,
  })),
  updatedAt: createdAt,
}));

const detailed = treatments
  .slice(0, detailedCount)
  .map(({ _id: treatmentId, diseaseId }) => ({ treatmentId, diseaseId }));
const owner = { enteredBy: 'admin:bench', practice: 'admin:bench' };
const entries = (count: number) =>
  detailed.flatMap((ids) =>
    Array.from({ length: count }, () => ({ ...create(), ...ids, ...owner, isPublished: true })),
  );

const notes: NoteRecord[] = entries(NOTES).map((entry, index) => ({
  ...entry,
  title: `Observation ${index}`,
  titleKn: '',
  content: 'The patient reports calmer sleep and less pain after a week of green light.',
  contentKn: '',
}));

const patientNames = Array.from({ length: PATIENTS }, (_, index) => `Patient ${index}`);
const patients: PatientRecord[] = (detailedCount > 0 ? patientNames : []).map((name) => ({
  ...create(),
  ...{ ...nameFields(name), key: patientKey(name) },
  ...{ practice: owner.practice, followUpOn: null },
}));

const history: HistoryRecord[] = entries(HISTORY_ENTRIES).map((entry, index) => {
  const { _id: patientId, name, key } = itemAt(patients, index * 7_919);
  return {
    ...entry,
    date: new Date(createdAt.getTime() - ((index * 104_729) % 500) * DAY_MS),
    ...{ patientId, patientName: name, patientKey: key },
    treatmentDescription: 'Twenty minutes of green light on the chest.',
    treatmentDescriptionKn: '',
    outcome: itemAt(outcomes, index),
    practitioner: 'Practitioner',
    practitionerKn: '',
  };
});

const { MONGODB_URI, MONGODB_URI_FILE = '', MONGODB_DB = 'catalog' } = process.env;
const uri = MONGODB_URI ?? readFileSync(MONGODB_URI_FILE, 'utf8').trim();
const connection = await createConnection(uri, { dbName: MONGODB_DB }).asPromise();
for (const [name, records] of Object.entries({ diseases, treatments, patients, notes, history }))
  for (let at = 0; at < records.length; at += BATCH)
    await connection
      .collection<object>(name)
      .insertMany(records.slice(at, at + BATCH), { ordered: false });
await connection.close();
process.stdout.write(JSON.stringify(detailed));
