import { getDisease, listDiseases, type Disease } from '@ctdb/contracts';

const disease = (index: number): Disease => ({
  id: index.toString(16).padStart(24, '0'),
  nameEn: `Chronic bronchitis ${index}`,
  nameKn: `ದೀರ್ಘಕಾಲದ ಶ್ವಾಸನಾಳದ ಉರಿಯೂತ ${index}`,
  category: 'Respiratory',
  notes: 'Cough with phlegm on most days for three months in two years.',
  isSample: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  version: 1,
});

/** The calls that are measured: what is asked, and the constant answer. */
export const calls = {
  'one disease': {
    contract: getDisease,
    request: { id: '0'.repeat(24) },
    reply: disease(1),
  },
  'page of 10': {
    contract: listDiseases,
    request: { page: 1, limit: 10 },
    reply: {
      notModified: false,
      etag: '"1"',
      total: 24,
      items: Array.from({ length: 10 }, (_, index) => disease(index)),
    },
  },
};

/** Name of one of {@link calls}. */
export type CallName = keyof typeof calls;
/** All names of {@link calls}. */
export const callNames = Object.keys(calls) as CallName[];
