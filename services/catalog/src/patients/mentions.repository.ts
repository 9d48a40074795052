import { STABLE_ORDER } from '@ctdb/chassis';
import { protocolFieldNames, type Mention } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import { CatalogRepository } from '../records/models.js';
import type { HistoryRecord, NoteRecord, TreatmentRecord } from '../records/treatment.record.js';

const BATCH_SIZE = 1_000;

/** A place with texts of people. */
interface TextPlace {
  kind: Mention['kind'];
  id: Types.ObjectId;
  diseaseId: Types.ObjectId;
  date?: Date;
  texts: readonly (string | undefined)[];
}

/** Reads the texts in which patients may be named. */
@Injectable()
export class MentionsRepository extends CatalogRepository {
  /** The texts that a practice sees, but those of entries of some patients; none of the trash. */
  async *readTexts(
    practice: string,
    exceptOf: readonly Types.ObjectId[],
  ): AsyncGenerator<TextPlace> {
    const visible = { deletedAt: null, $or: [{ practice }, { isPublished: { $ne: false } }] };
    for await (const entry of read<NoteRecord>(this.entries.note, visible))
      yield {
        ...toPlace('note', entry),
        date: entry.createdAt,
        texts: [entry.title, entry.titleKn, entry.content, entry.contentKn],
      };
    const ofOthers = { ...visible, patientId: { $nin: [...exceptOf] } };
    for await (const entry of read<HistoryRecord>(this.entries.history, ofOthers))
      yield {
        ...toPlace('history', entry),
        date: entry.date,
        texts: [entry.treatmentDescription, entry.treatmentDescriptionKn],
      };
    for await (const treatment of read<TreatmentRecord>(this.treatments, { deletedAt: null }))
      yield { ...toPlace('treatment', treatment), texts: textsOf(treatment) };
    for await (const disease of read<DiseaseRecord>(this.diseases, { deletedAt: null }))
      yield {
        ...toPlace('disease', { _id: disease._id, diseaseId: disease._id }),
        texts: [disease.notes, disease.alsoKnownAs],
      };
  }
}

/** In an order, because FerretDB may skip a document that is changed meanwhile. */
const read = <D>(model: unknown, filter: object) =>
  (model as Model<D>)
    .find(filter as QueryFilter<D>)
    .sort(STABLE_ORDER)
    .lean<D>()
    .cursor({ batchSize: BATCH_SIZE });

const toPlace = (
  kind: Mention['kind'],
  { _id: id, diseaseId }: Pick<TreatmentRecord, '_id' | 'diseaseId'>,
) => ({ kind, id, diseaseId });

const textsOf = ({ descriptionEn, descriptionKn, protocols }: TreatmentRecord) => [
  descriptionEn,
  descriptionKn,
  ...protocols.flatMap((protocol) =>
    protocolFieldNames.filter((name) => name !== 'color').map((name) => protocol[name]),
  ),
];
