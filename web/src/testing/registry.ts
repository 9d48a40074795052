import { disease as diseaseSchema, type Color, type Disease } from '@ctdb/contracts';
import type { HistoryEntry, Image, Note, Protocol, TreatmentWithImages } from '@ctdb/contracts';
import { adminApi, json, paged, type Replies } from './mock-api';

const id = (digit: string) => digit.repeat(24);
const at = '2026-11-21T10:00:00.000Z';
const ofTreatment = { treatmentId: id('b'), createdAt: at };

/** A color that an administrator has added. */
export const coral: Color = {
  id: id('c'),
  nameEn: 'Coral',
  nameKn: 'ಹವಳದ ಬಣ್ಣ',
  value: '#ff7f50',
  createdAt: at,
};

export const disease = (changes: Partial<Disease> = {}): Disease => ({
  ...diseaseSchema.parse({
    id: id('a'),
    nameEn: 'Asthma',
    nameKn: 'ಅಸ್ತಮಾ',
    category: 'Respiratory',
    createdAt: at,
    updatedAt: at,
    version: 1,
  }),
  ...changes,
});

const published = { isPublished: true, canEdit: true, canPublish: false };
const entry = { ...ofTreatment, ...published, isSample: false, version: 1 };

export const note = (changes: Partial<Note> = {}): Note => ({
  ...entry,
  id: id('1'),
  title: 'First visit',
  titleKn: 'ಮೊದಲ ಭೇಟಿ',
  content: 'Slept better',
  contentKn: 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ',
  ...changes,
});

export const historyEntry = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...entry,
  id: id('2'),
  date: '2026-11-20T00:00:00.000Z',
  patientName: 'A. B.',
  patientNameMasked: true,
  treatmentDescription: 'Green light',
  treatmentDescriptionKn: 'ಹಸಿರು ಬೆಳಕು',
  outcome: 'Improved',
  practitioner: 'Meera Rao',
  practitionerKn: 'ಮೀರಾ ರಾವ್',
  ...changes,
});

export const protocol = (changes: Partial<Protocol> = {}): Protocol => ({
  ...ofTreatment,
  id: id('3'),
  color: 'green',
  applicationArea: 'Chest',
  applicationAreaKn: 'ಎದೆ',
  duration: '10 minutes',
  durationKn: '10 ನಿಮಿಷ',
  frequency: 'Daily',
  frequencyKn: 'ಪ್ರತಿದಿನ',
  ...changes,
});

export const image = (changes: Partial<Image> = {}): Image => ({
  ...ofTreatment,
  id: id('4'),
  type: 'treatment_area',
  filename: `${changes.id?.slice(0, 8) ?? '44444444'}-0000-4000-8000-000000000000.png`,
  title: 'Forearm',
  titleKn: '',
  description: '',
  descriptionKn: '',
  isSample: false,
  width: 1600,
  height: 900,
  updatedAt: at,
  version: 1,
  ...changes,
});

/** A treatment without entries and images. */
export const treatment = (changes: Partial<TreatmentWithImages> = {}): TreatmentWithImages => ({
  id: id('b'),
  diseaseId: id('a'),
  descriptionEn: 'Green light in a quiet room.',
  descriptionKn: 'ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.',
  translation: { needsReview: false, outdated: false },
  isSample: false,
  createdAt: at,
  updatedAt: at,
  version: 1,
  protocols: [],
  notes: [],
  history: [],
  notesCount: 0,
  historyCount: 0,
  images: [],
  ...changes,
});

/** Replies about one disease, to an administrator. */
export const registryApi = (shown: Disease, itsTreatment = treatment()): Replies => ({
  ...adminApi,
  'GET /api/diseases': () => paged([shown]),
  'GET /api/favorites': () => json([]),
  'GET /api/recent': () => json([]),
  [`GET /api/diseases/${shown.id}`]: () => json(shown),
  [`GET /api/treatments/disease/${shown.id}`]: () => json(itsTreatment),
});
