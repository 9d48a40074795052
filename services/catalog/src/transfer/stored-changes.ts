import { Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import type { ImportChange, ImportChanges } from '../records/import.record.js';
import type { TreatmentRecord } from '../records/treatment.record.js';

/** Changes with what they replace, of which one stored document holds so many. */
const MAX_UPDATES_PER_PART = 20;

const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** What an earlier worker of a batch, which has died, has not stored yet. */
const withoutStored = (
  changes: readonly ImportChange[],
  stored: readonly ImportChange[],
): ImportChange[] => {
  const ids = (part: 'disease' | 'treatment') =>
    new Set(stored.filter((each) => each[part]).map(({ diseaseId }) => diseaseId.toHexString()));
  const diseases = ids('disease');
  const treatments = ids('treatment');
  return changes
    .map(({ diseaseId, disease, treatment }) => {
      const id = diseaseId.toHexString();
      return {
        diseaseId,
        ...(disease && !diseases.has(id) && { disease }),
        ...(treatment && !treatments.has(id) && { treatment }),
      };
    })
    .filter(({ disease, treatment }) => disease ?? treatment);
};

/** What is about to be changed and not stored yet, in documents of a bearable size. */
export const toParts = (
  changes: readonly ImportChange[],
  stored: readonly ImportChanges[],
  importId: Types.ObjectId,
  offset: number,
): ImportChanges[] => {
  const added = withoutStored(
    changes,
    stored.flatMap((part) => part.changes),
  );
  const hasBefore = ({ disease, treatment }: ImportChange) =>
    Boolean(disease?.before ?? treatment?.before);
  const groups = [
    ...chunk(
      added.filter((change) => !hasBefore(change)),
      changes.length,
    ),
    ...chunk(added.filter(hasBefore), MAX_UPDATES_PER_PART),
  ];
  const createdAt = new Date();
  return groups.map((group) => ({
    _id: new Types.ObjectId(),
    importId,
    offset,
    changes: group,
    createdAt,
  }));
};

const restore = <R extends { version: number }>(
  records: Map<string, R>,
  id: string,
  part: ImportChange['disease'] | ImportChange['treatment'],
): void => {
  const stored = records.get(id);
  if (part?.before && stored)
    records.set(id, { ...stored, ...part.before.fields, version: part.before.version });
  else if (part) records.delete(id);
};

/** Puts back what was there before a change that a worker has begun and perhaps not finished. */
export const restoreBefore = (
  { diseaseId, disease, treatment }: ImportChange,
  diseases: Map<string, DiseaseRecord>,
  treatments: Map<string, TreatmentRecord>,
): void => {
  const id = diseaseId.toHexString();
  restore(diseases, id, disease);
  restore(treatments, id, treatment);
};
