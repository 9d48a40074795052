import type { TrashEntry, TrashKind } from '@ctdb/contracts';
import type { Types } from 'mongoose';
import type { DiseaseRecord } from '../diseases/diseases.schema.js';
import { purgeAt } from './horizon.js';

/** One deleted record, before its words are looked up. */
export interface Trashed {
  kind: TrashKind;
  _id: Types.ObjectId;
  deletedAt: Date;
}

/** What an entry of the trash says beside when and what. */
export interface TrashWords {
  disease: Pick<DiseaseRecord, 'nameEn' | 'nameKn'>;
  label?: string | undefined;
}

/** One entry of the trash as an administrator sees it. */
export const toTrashEntry = (
  { kind, _id, deletedAt }: Trashed,
  { disease, label }: TrashWords,
): TrashEntry => ({
  kind,
  id: _id.toHexString(),
  nameEn: disease.nameEn,
  nameKn: disease.nameKn,
  ...(label !== undefined && { label }),
  deletedAt: deletedAt.toISOString(),
  purgeAt: purgeAt(deletedAt).toISOString(),
});
