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
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { DiseasesService } from '../diseases/diseases.service.js';
import { HistoryRepository, NotesRepository } from '../treatments/entries.repository.js';
import { HistoryService } from '../treatments/history.service.js';
import { NotesService } from '../treatments/notes.service.js';
import { TrashLabelsService, type TrashLabels, type TrashRow } from './trash-labels.service.js';

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
    private readonly labels: TrashLabelsService,
    private readonly diseases: DiseasesService,
    private readonly notes: NotesService,
    private readonly history: HistoryService,
  ) {}

  async list({ page, limit }: RequestOf<typeof listTrash>): Promise<ReplyOf<typeof listTrash>> {
    const trashed = (await this.findAll()).sort(newestFirst);
    const rows = trashed.slice((page - 1) * limit, page * limit);
    const labels = await this.labels.findLabels(rows);
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
}
