import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { HistoryRepository } from '../history/history.repository.js';
import type { HistoryRecord } from '../history/history.schema.js';
import { NotesRepository } from '../notes/notes.repository.js';
import type { Trashed, TrashWords } from './trash.mapper.js';

const idsOf = (page: readonly Trashed[], kind: Trashed['kind']) =>
  page.filter((entry) => entry.kind === kind).map(({ _id }) => _id);

// Never with the patient's name.
const historyLabel = ({ practitioner, date }: HistoryRecord) =>
  `${practitioner} · ${date.toISOString().slice(0, 10)}`;

/** Looks up what the entries of one page of the trash are called. */
@Injectable()
export class TrashWordsFinder {
  constructor(
    private readonly diseases: DiseasesRepository,
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
  ) {}

  /** Words by id. An entry that was purged meanwhile has none. */
  async of(page: readonly Trashed[]): Promise<Map<string, TrashWords>> {
    const [notes, history] = await Promise.all([
      this.notes.byIds(idsOf(page, 'note')),
      this.history.byIds(idsOf(page, 'history')),
    ]);
    const labelled = [
      ...notes.map((record) => ({ ...place(record), label: record.title })),
      ...history.map((record) => ({ ...place(record), label: historyLabel(record) })),
      ...idsOf(page, 'disease').map((id) => ({ id, diseaseId: id, label: undefined })),
    ];
    const diseases = await this.diseases.byIds(labelled.map(({ diseaseId }) => diseaseId));
    const byId = new Map(diseases.map((disease) => [disease._id.toHexString(), disease]));
    const words = new Map<string, TrashWords>();
    for (const { id, diseaseId, label } of labelled) {
      const disease = byId.get(diseaseId.toHexString());
      if (disease) words.set(id.toHexString(), { disease, label });
    }
    return words;
  }
}

const place = ({ _id, diseaseId }: { _id: Types.ObjectId; diseaseId: Types.ObjectId }) => ({
  id: _id,
  diseaseId,
});
