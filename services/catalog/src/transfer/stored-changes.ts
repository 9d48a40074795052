import { Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import type { ImportChange, ImportChanges } from '../records/import.record.js';
import type { TreatmentRecord } from '../records/treatment.record.js';

/** Changes with what they replace, of which one stored document holds so many. */
const MAX_UPDATES_PER_PART = 20;

/** What an import changes, in the order of its writes. */
export const recordKinds = ['diseases', 'treatments'] as const;
/** One of {@link recordKinds}. */
export type RecordKind = (typeof recordKinds)[number];

/** A record that a change is about; without `before` it is created. */
export interface ChangedRecord {
  kind: RecordKind;
  id: Types.ObjectId;
  before?: { version: number; fields: object };
}

/** The records that a change is about. */
export const recordsOf = ({ diseaseId, disease, treatment }: ImportChange): ChangedRecord[] => [
  ...(disease ? [{ kind: 'diseases' as const, id: diseaseId, ...disease }] : []),
  ...(treatment ? [{ kind: 'treatments' as const, ...treatment }] : []),
];

/** Parts of at most `size` items. */
export const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** What an earlier worker of a batch, which has died, has not stored yet. */
const withoutStored = (changes: readonly ImportChange[], stored: readonly ImportChange[]) => {
  const ids = new Set(stored.flatMap(recordsOf).map(({ id }) => id.toHexString()));
  return changes
    .map(({ diseaseId, disease, treatment }) => ({
      diseaseId,
      ...(disease && !ids.has(diseaseId.toHexString()) && { disease }),
      ...(treatment && !ids.has(treatment.id.toHexString()) && { treatment }),
    }))
    .filter((change) => recordsOf(change).length > 0);
};

/** What is about to be changed and not stored yet, in documents of a bearable size. */
export const toParts = (
  changes: readonly ImportChange[],
  stored: readonly ImportChange[],
  importId: Types.ObjectId,
  offset: number,
): ImportChanges[] => {
  const { small = [], large = [] } = Object.groupBy(withoutStored(changes, stored), (change) =>
    recordsOf(change).some(({ before }) => before) ? 'large' : 'small',
  );
  const createdAt = new Date();
  return [...chunk(small, changes.length), ...chunk(large, MAX_UPDATES_PER_PART)].map((group) => ({
    _id: new Types.ObjectId(),
    importId,
    offset,
    changes: group,
    createdAt,
  }));
};

/** Stored records by the ids of their diseases. */
export interface StoredRecords {
  diseases: Map<string, DiseaseRecord>;
  treatments: Map<string, TreatmentRecord>;
}

/** Puts back what was there before a change that a worker has begun and perhaps not finished. */
export const restoreBefore = (change: ImportChange, stored: StoredRecords): void => {
  const id = change.diseaseId.toHexString();
  for (const { kind, before } of recordsOf(change)) {
    const records = stored[kind] as Map<string, object>;
    const record = records.get(id);
    if (before && record) records.set(id, { ...record, ...before.fields, version: before.version });
    else records.delete(id);
  }
};
