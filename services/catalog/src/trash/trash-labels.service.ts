import type { TrashKind } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { DiseaseRecord } from '../records/disease.record.js';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { HistoryRepository, NotesRepository } from '../treatments/entries.repository.js';
import type { HistoryRecord, NoteRecord } from '../records/treatment.record.js';

/** One deleted record, before its labels are looked up. */
export interface TrashRow {
  kind: TrashKind;
  _id: Types.ObjectId;
  deletedAt: Date;
}

/** What an entry of the trash is called. */
export interface TrashLabels {
  disease: Pick<DiseaseRecord, 'nameEn' | 'nameKn'>;
  label?: string;
  labelKn?: string;
  date?: string;
}

const idsOf = (page: readonly TrashRow[], kind: TrashRow['kind']) =>
  page.filter((entry) => entry.kind === kind).map(({ _id }) => _id);

const noteLabels = ({ title, titleKn }: NoteRecord) => ({
  label: title,
  ...(titleKn && { labelKn: titleKn }),
});

// Never with the patient's name.
const historyLabels = ({ practitioner, practitionerKn, date }: HistoryRecord) => ({
  label: practitioner,
  ...(practitionerKn && { labelKn: practitionerKn }),
  date: date.toISOString(),
});

/** Looks up what the entries of one page of the trash are called. */
@Injectable()
export class TrashLabelsService {
  constructor(
    private readonly diseases: DiseasesRepository,
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
  ) {}

  /** Labels by id. An entry that was purged meanwhile has none. */
  async findLabels(page: readonly TrashRow[]): Promise<Map<string, TrashLabels>> {
    const [notes, history] = await Promise.all([
      this.notes.findByIds(idsOf(page, 'note')),
      this.history.findByIds(idsOf(page, 'history')),
    ]);
    const labelled = [
      ...notes.map((record) => ({ ...place(record), ...noteLabels(record) })),
      ...history.map((record) => ({ ...place(record), ...historyLabels(record) })),
      ...idsOf(page, 'disease').map((id) => ({ id, diseaseId: id })),
    ];
    const diseases = await this.diseases.findByIds(labelled.map(({ diseaseId }) => diseaseId));
    const byId = new Map(diseases.map((disease) => [disease._id.toHexString(), disease]));
    const labels = new Map<string, TrashLabels>();
    for (const { id, diseaseId, ...texts } of labelled) {
      const disease = byId.get(diseaseId.toHexString());
      if (disease) labels.set(id.toHexString(), { disease, ...texts });
    }
    return labels;
  }
}

const place = ({ _id, diseaseId }: { _id: Types.ObjectId; diseaseId: Types.ObjectId }) => ({
  id: _id,
  diseaseId,
});
