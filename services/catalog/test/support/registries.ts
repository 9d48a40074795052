import { toObjectId } from '@ctdb/chassis';
import { categories, protocolFieldNames } from '@ctdb/contracts';
import fc from 'fast-check';
import type { DiseaseRecord } from '../../src/records/disease.record.js';
import type { TreatmentRecord } from '../../src/records/treatment.record.js';
import cases from '../files/cases.json' with { type: 'json' };

const { codes, looks, parts, translations } = cases;

/** A stored disease. */
export interface Stored {
  disease: DiseaseRecord;
  treatment?: TreatmentRecord | undefined;
}

const now = new Date(0);
/** What all records have. */
export const common = {
  version: 1,
  createdAt: now,
  updatedAt: now,
  changedAt: now,
  deletedAt: null,
};

const lines = [...parts, '\n', '\r\n', '\r', '\t'];
const every = (names: readonly string[], signs = parts) => {
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 6 });
  const filled = text.map((all) => `${all.join('').trimStart()}a`);
  return fc.record(Object.fromEntries(names.map((name) => [name, filled])));
};
const protocol = fc.tuple(every(protocolFieldNames), fc.constantFrom(...looks));
const disease = fc.tuple(
  every(['nameEn', 'nameKn']),
  every(['notes', 'descriptionEn', 'descriptionKn'], lines),
  fc.record({
    category: fc.constantFrom(...categories),
    codes: fc.subarray(codes),
    translation: fc.constantFrom(...translations),
  }),
  fc.array(protocol, { maxLength: 6 }),
);
const idOf = (index: number) => toObjectId(index.toString(16).padStart(24, '0'));

/** Registries of diseases with texts that are difficult to write. */
export const registries = fc.array(disease, { minLength: 1, maxLength: 8 }).map((all) =>
  all.map(([names, texts, more, protocols], index): Stored => {
    const stored = protocols.map(([fields, look], place) => {
      const _id = idOf(100 * index + place);
      return { ...fields, ...look, _id, createdAt: now };
    });
    const record = { ...common, ...names, ...texts, ...more, _id: idOf(index) };
    const treatment = { ...record, diseaseId: record._id, protocols: stored };
    return { disease: record, ...(more.translation && { treatment }) } as unknown as Stored;
  }),
);
