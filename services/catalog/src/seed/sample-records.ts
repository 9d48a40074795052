import { derivedId } from '../store/ids.js';
import { newRecord } from '../store/record.js';
import type { DiseaseRecord } from '../diseases/diseases.schema.js';
import { patientKey } from '../history/patient-key.js';
import type { HistoryRecord } from '../history/history.schema.js';
import type { NoteRecord } from '../notes/notes.schema.js';
import type { SampleDisease } from '../sample-data/types.js';
import type { TreatmentRecord } from '../treatments/treatments.schema.js';

const DAY = 86_400_000;
const ENTERED_BY = 'sample';

/** What one sample disease becomes in the database. */
export interface SampleRecords {
  disease: DiseaseRecord;
  treatment: TreatmentRecord;
  notes: NoteRecord[];
  history: HistoryRecord[];
}

const midnight = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY) * DAY);

/**
 * The records of a sample disease. Ids depend on its key alone and times on `now`, the moment when
 * the filling began, so that filling again, or twice at once, gives the same records.
 */
export const sampleRecords = (sample: SampleDisease, now: Date): SampleRecords => {
  const { key, treatment: text, ...names } = sample;
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const idOf = (...parts: (string | number)[]) => derivedId('samples', [key, ...parts].join('/'));
  const recordOf = (id: ReturnType<typeof idOf>, at: Date) =>
    newRecord(id, undefined, undefined, at);
  const diseaseId = idOf('disease');
  const treatmentId = idOf('treatment');
  // The disease is older than everything that was written about it.
  const born = ago(1 + Math.max(0, ...[...text.notes, ...text.history].map((at) => at.daysAgo)));
  const place = { treatmentId, diseaseId, enteredBy: ENTERED_BY };
  return {
    disease: { ...recordOf(diseaseId, born), ...names, updatedAt: born, changedAt: now },
    treatment: {
      ...recordOf(treatmentId, born),
      diseaseId,
      descriptionEn: text.descriptionEn,
      descriptionKn: text.descriptionKn,
      translation: { needsReview: false, outdated: false },
      protocols: text.protocols.map((protocol, index) => ({
        _id: idOf('protocol', index),
        ...protocol,
        createdAt: born,
      })),
      updatedAt: born,
    },
    notes: text.notes.map(({ title, content, daysAgo }, index) => ({
      ...recordOf(idOf('note', index), ago(daysAgo)),
      ...place,
      title,
      content,
    })),
    history: text.history.map(({ daysAgo, ...entry }, index) => ({
      ...recordOf(idOf('history', index), ago(daysAgo)),
      ...place,
      ...entry,
      date: midnight(ago(daysAgo)),
      patientKey: patientKey(entry.patientName),
    })),
  };
};
