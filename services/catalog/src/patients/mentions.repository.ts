import { STABLE_ORDER } from '@ctdb/chassis';
import { protocolFieldNames, type Mention } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import { CatalogRepository } from '../records/models.js';
import type { HistoryRecord, NoteRecord, TreatmentRecord } from '../records/treatment.record.js';

const BATCH_SIZE = 1_000;

/** The fields of each kind with texts of people; a treatment has those of its protocols, too. */
const textFields = {
  note: ['title', 'titleKn', 'content', 'contentKn'],
  history: ['treatmentDescription', 'treatmentDescriptionKn'],
  treatment: ['descriptionEn', 'descriptionKn'],
  disease: ['notes', 'alsoKnownAs'],
} as const satisfies Record<Mention['kind'], readonly string[]>;
const protocolTextNames = protocolFieldNames.filter((name) => name !== 'color');

/** A record of one of these kinds, with the fields of its kind. */
type TextRecord = Pick<DiseaseRecord, '_id' | 'createdAt'> &
  Partial<NoteRecord & HistoryRecord & TreatmentRecord & DiseaseRecord>;

/** Reads the texts in which patients may be named. */
@Injectable()
export class MentionsRepository extends CatalogRepository {
  /** The texts that a practice sees, but those of entries of some patients; none of the trash. */
  async *readTexts(practice: string, exceptOf: readonly Types.ObjectId[]) {
    const stored = { deletedAt: null };
    const visible = { ...stored, $or: [{ practice }, { isPublished: { $ne: false } }] };
    const ofOthers = { ...visible, patientId: { $nin: [...exceptOf] } };
    const places = [
      { kind: 'note', model: this.entries.note, filter: visible },
      { kind: 'history', model: this.entries.history, filter: ofOthers },
      { kind: 'treatment', model: this.treatments, filter: stored },
      { kind: 'disease', model: this.diseases, filter: stored },
    ] as const;
    for (const { kind, model, filter } of places)
      for await (const record of read(model, filter)) {
        const { _id: id, diseaseId = id, createdAt, protocols = [] } = record;
        const date = kind === 'note' ? createdAt : record.date;
        const texts = [
          ...textFields[kind].map((name) => record[name]),
          ...protocols.flatMap((protocol) => protocolTextNames.map((name) => protocol[name])),
        ];
        yield { kind, id, diseaseId, date, texts };
      }
  }
}

/** In an order, because FerretDB may skip a document that is changed meanwhile. */
const read = (model: unknown, filter: object) =>
  (model as Model<TextRecord>)
    .find(filter as QueryFilter<TextRecord>)
    .sort(STABLE_ORDER)
    .lean<TextRecord>()
    .cursor({ batchSize: BATCH_SIZE });
