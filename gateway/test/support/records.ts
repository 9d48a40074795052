import type {
  Color,
  Disease,
  HistoryEntry,
  ImportDetail,
  Note,
  Patient,
  PatientEntry,
  Protocol,
  SampleCard,
  Treatment,
  TreatmentDetail,
} from '@ctdb/contracts';

export const at = '2026-01-05T10:00:00.000Z';

/** Ids that the staged services know. */
export const ids = {
  disease: 'd'.repeat(24),
  treatment: 'e'.repeat(24),
  color: 'c0'.repeat(12),
  note: 'a1'.repeat(12),
  entry: 'b2'.repeat(12),
  patient: 'c3'.repeat(12),
  order: 'a7'.repeat(12),
  image: 'f3'.repeat(12),
  run: '9e'.repeat(12),
  letter: '5c'.repeat(12),
  release: '6d'.repeat(12),
  unknown: '0'.repeat(24),
};

export const disease: Disease = {
  id: ids.disease,
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
  category: 'Respiratory',
  notes: '',
  codes: [{ system: 'ICD-10', code: 'J45.9' }],
  isSample: false,
  createdAt: at,
  updatedAt: at,
  version: 3,
};

export const treatment: Treatment = {
  id: ids.treatment,
  diseaseId: ids.disease,
  descriptionEn: 'Green light on the chest.',
  descriptionKn: 'ಎದೆಯ ಮೇಲೆ ಹಸಿರು ಬೆಳಕು.',
  translation: { needsReview: false, outdated: false },
  isSample: false,
  createdAt: at,
  updatedAt: at,
  version: 2,
};

export const protocol: Protocol = {
  id: 'c3'.repeat(12),
  treatmentId: ids.treatment,
  color: 'green',
  applicationArea: 'Chest',
  applicationAreaKn: 'ಎದೆ',
  duration: '20 min',
  durationKn: '',
  frequency: 'Daily',
  frequencyKn: '',
  createdAt: at,
};

export const sampleCard: SampleCard = {
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
  category: 'Respiratory',
  colors: ['blue', 'orange'],
};

export const color: Color = {
  id: ids.color,
  nameEn: 'Coral',
  nameKn: 'ಹವಳದ ಬಣ್ಣ',
  value: '#ff7f50',
  createdAt: at,
};

export const note: Note = {
  id: ids.note,
  treatmentId: ids.treatment,
  title: 'New Note',
  titleKn: '',
  content: 'Breathes more easily.',
  contentKn: '',
  isSample: false,
  createdAt: at,
  version: 1,
  isPublished: true,
  canEdit: true,
  canPublish: false,
};

export const historyEntry: HistoryEntry = {
  id: ids.entry,
  treatmentId: ids.treatment,
  date: at,
  patientName: 'R. K.',
  patientNameMasked: true,
  treatmentDescription: 'Green light',
  treatmentDescriptionKn: '',
  outcome: 'Improved',
  practitioner: 'Dr. Rao',
  practitionerKn: '',
  isSample: false,
  createdAt: at,
  version: 1,
  isPublished: true,
  canEdit: true,
  canPublish: false,
};

export const patient: Patient = {
  id: ids.patient,
  holder: 'user:1',
  name: 'Ravi Kumar',
  followUpOn: '2026-01-12',
  entries: 1,
  firstDate: at,
  lastDate: at,
  lastOutcome: 'Improved',
  createdAt: at,
  version: 1,
};

export const patientEntry: PatientEntry = {
  ...historyEntry,
  diseaseId: ids.disease,
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
};

export const treatmentDetail: TreatmentDetail = {
  ...treatment,
  protocols: [protocol],
  notes: [note],
  history: [historyEntry],
  notesCount: 7,
  historyCount: 9,
};

export const importDetail: ImportDetail = {
  id: ids.run,
  status: 'checked',
  format: 'csv',
  name: 'diseases.csv',
  bytes: 10,
  startedBy: 'admin',
  createdAt: at,
  progress: 1,
  rows: 1,
  created: 1,
  updated: 0,
  unchanged: 0,
  refused: 0,
  undone: 0,
  kept: 0,
  isUndoable: false,
  refusals: [],
  planned: [],
  keptDiseases: [],
};
