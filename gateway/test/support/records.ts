import {
  disease as diseaseSchema,
  sampleCard as sampleCardSchema,
  type Disease,
} from '@ctdb/contracts';
import { sampleOf } from './sample.js';

/** Ids that the stub services know. */
export const ids = {
  disease: 'd'.repeat(24),
  treatment: 'e'.repeat(24),
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
  ...sampleOf(diseaseSchema),
  id: ids.disease,
  nameEn: 'Asthma',
  nameKn: 'ಅಸ್ತಮಾ',
  version: 3,
};

export const sampleCard = { ...sampleOf(sampleCardSchema), nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ' };
