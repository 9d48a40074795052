import type { Disease } from '@ctdb/contracts';
import type { DiseaseRecord } from './diseases.schema.js';

/** The fields of a stored disease that leave the service. */
export type DiseaseSource = Pick<
  DiseaseRecord,
  '_id' | 'nameEn' | 'nameKn' | 'category' | 'notes' | 'createdAt' | 'updatedAt' | 'version'
>;

/** A stored disease as everybody sees it. */
export const toDisease = (record: DiseaseSource): Disease => ({
  id: record._id.toHexString(),
  nameEn: record.nameEn,
  nameKn: record.nameKn,
  category: record.category,
  notes: record.notes,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  version: record.version,
});
