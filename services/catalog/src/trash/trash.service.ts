import {
  commandFingerprint,
  purgeAt,
  purgeCutoff,
  type DeletedRecord,
  type MessageContext,
} from '@ctdb/chassis';
import {
  restoreFromTrash,
  type ReplyOf,
  type RequestOf,
  type TrashEntry,
  type TrashKind,
  type listTrash,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { DiseasesService } from '../diseases/diseases.service.js';
import type { DiseaseRecord } from '../records/disease.record.js';
import type { HistoryRecord, NoteRecord } from '../records/treatment.record.js';
import { HistoryRepository, NotesRepository } from '../treatments/entries.repository.js';
import { HistoryService } from '../treatments/history.service.js';
import { NotesService } from '../treatments/notes.service.js';

/** One deleted record, before its labels are looked up. */
interface TrashRow {
  kind: TrashKind;
  _id: Types.ObjectId;
  deletedAt: Date;
}

/** What an entry of the trash is called. */
interface TrashLabels {
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

const place = ({ _id, diseaseId }: { _id: Types.ObjectId; diseaseId: Types.ObjectId }) => ({
  id: _id,
  diseaseId,
});

const newestFirst = (a: TrashRow, b: TrashRow): number =>
  b.deletedAt.getTime() - a.deletedAt.getTime() ||
  (a._id.toHexString() < b._id.toHexString() ? 1 : -1);

/** One entry of the trash as an administrator sees it. */
const toTrashEntry = (
  { kind, _id, deletedAt }: TrashRow,
  { disease, ...labels }: TrashLabels,
): TrashEntry => ({
  kind,
  id: _id.toHexString(),
  nameEn: disease.nameEn,
  nameKn: disease.nameKn,
  ...labels,
  deletedAt: deletedAt.toISOString(),
  purgeAt: purgeAt(deletedAt).toISOString(),
});

/** The rules of the trash. */
@Injectable()
export class TrashService {
  constructor(
    private readonly diseaseRecords: DiseasesRepository,
    private readonly noteRecords: NotesRepository,
    private readonly historyRecords: HistoryRepository,
    private readonly diseases: DiseasesService,
    private readonly notes: NotesService,
    private readonly history: HistoryService,
  ) {}

  async list({ page, limit }: RequestOf<typeof listTrash>): Promise<ReplyOf<typeof listTrash>> {
    const trashed = (await this.findAll()).sort(newestFirst);
    const rows = trashed.slice((page - 1) * limit, page * limit);
    const labels = await this.findLabels(rows);
    const items = rows.flatMap((row) => {
      const found = labels.get(row._id.toHexString());
      return found ? [toTrashEntry(row, found)] : [];
    });
    return { items, total: trashed.length };
  }

  async restore(
    request: RequestOf<typeof restoreFromTrash>,
    context: MessageContext,
  ): Promise<void> {
    const command = commandFingerprint(context, restoreFromTrash.name, request);
    const services = { disease: this.diseases, note: this.notes, history: this.history };
    await services[request.kind].restore(request.id, purgeCutoff(new Date()), command);
  }

  // The trash holds what was deleted within 30 days: all its ids and times fit in memory.
  private async findAll(): Promise<TrashRow[]> {
    const since = purgeCutoff(new Date());
    const [diseases, notes, history] = await Promise.all([
      this.diseaseRecords.findDeletedSince(since),
      this.noteRecords.findDeletedSince(since),
      this.historyRecords.findDeletedSince(since),
    ]);
    // A record that was deleted with its disease is restored with it, not by itself.
    const hidden = new Set(diseases.map(({ _id }) => _id.toHexString()));
    const visible = (kind: TrashKind, rows: DeletedRecord[]) =>
      rows
        .filter(({ diseaseId }) => !diseaseId || !hidden.has(diseaseId.toHexString()))
        .map(({ _id, deletedAt }) => ({ kind, _id, deletedAt }));
    return [
      ...visible('disease', diseases),
      ...visible('note', notes),
      ...visible('history', history),
    ];
  }

  /** What the entries of one page are called, by their ids. An entry that was purged meanwhile has none. */
  private async findLabels(page: readonly TrashRow[]): Promise<Map<string, TrashLabels>> {
    const [notes, history] = await Promise.all([
      this.noteRecords.findByIds(idsOf(page, 'note')),
      this.historyRecords.findByIds(idsOf(page, 'history')),
    ]);
    const labelled = [
      ...notes.map((record) => ({ ...place(record), ...noteLabels(record) })),
      ...history.map((record) => ({ ...place(record), ...historyLabels(record) })),
      ...idsOf(page, 'disease').map((id) => ({ id, diseaseId: id })),
    ];
    const diseases = await this.diseaseRecords.findByIds(
      labelled.map(({ diseaseId }) => diseaseId),
    );
    const byId = new Map(diseases.map((disease) => [disease._id.toHexString(), disease]));
    const labels = new Map<string, TrashLabels>();
    for (const { id, diseaseId, ...texts } of labelled) {
      const disease = byId.get(diseaseId.toHexString());
      if (disease) labels.set(id.toHexString(), { disease, ...texts });
    }
    return labels;
  }
}
