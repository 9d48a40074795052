import {
  commandFingerprint,
  purgeAt,
  purgeCutoff,
  type DeletedRecord,
  type MessageContext,
} from '@ctdb/chassis';
import {
  type Replies,
  type Requests,
  restoreFromTrash,
  trashEntry,
  type TrashEntry,
  type TrashKind,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { DiseasesService } from '../diseases/diseases.service.js';
import type { HistoryRecord, NoteRecord } from '../records/treatment.record.js';
import { HistoryRepository, NotesRepository } from '../treatments/entries.repository.js';
import { HistoryService } from '../treatments/history.service.js';
import { NotesService } from '../treatments/notes.service.js';

/** One deleted record, before its names are looked up. */
type TrashRow = DeletedRecord & { kind: TrashKind };

/** What a note or history entry is called. */
type TrashLabels = Pick<TrashEntry, 'label' | 'labelKn' | 'date'>;

const noteLabels = ({ title, titleKn }: NoteRecord): TrashLabels => ({
  label: title,
  ...(titleKn && { labelKn: titleKn }),
});

// Never with the patient's name.
const historyLabels = ({ practitioner, practitionerKn, date }: HistoryRecord): TrashLabels => ({
  label: practitioner,
  ...(practitionerKn && { labelKn: practitionerKn }),
  date: date.toISOString(),
});

const toHex = ({ _id }: { _id: Types.ObjectId }): string => _id.toHexString();

const newestFirst = (a: TrashRow, b: TrashRow): number =>
  b.deletedAt.getTime() - a.deletedAt.getTime() || (toHex(a) < toHex(b) ? 1 : -1);

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

  async list({ page, limit }: Requests['listTrash']): Promise<Replies['listTrash']> {
    const trashed = (await this.findAll()).sort(newestFirst);
    const rows = trashed.slice((page - 1) * limit, page * limit);
    return { items: await this.toEntries(rows), total: trashed.length };
  }

  async restore(request: Requests['restoreFromTrash'], context: MessageContext): Promise<void> {
    const command = commandFingerprint(context, restoreFromTrash.name, request);
    const services = { disease: this.diseases, note: this.notes, history: this.history };
    await services[request.kind].restore(request.id, purgeCutoff(new Date()), command);
  }

  // The trash holds what was deleted within 30 days: all its ids and times fit in memory.
  private async findAll(): Promise<TrashRow[]> {
    const since = purgeCutoff(new Date());
    const stores = {
      disease: this.diseaseRecords,
      note: this.noteRecords,
      history: this.historyRecords,
    };
    const find = async (kind: TrashKind) =>
      (await stores[kind].findDeletedSince(since)).map((row) => ({ kind, ...row }));
    const rows = (await Promise.all(trashEntry.shape.kind.options.map(find))).flat();
    // A record that was deleted with its disease is restored with it, not by itself.
    const deleted = new Set(rows.map(toHex));
    return rows.filter(({ diseaseId }) => !diseaseId || !deleted.has(diseaseId.toHexString()));
  }

  /** Some entries as an administrator sees them, without those that were purged meanwhile. */
  private async toEntries(rows: readonly TrashRow[]): Promise<TrashEntry[]> {
    const ids = rows.map(({ _id }) => _id);
    const [diseases, notes, history] = await Promise.all([
      this.diseaseRecords.findByIds(rows.map(({ _id, diseaseId = _id }) => diseaseId)),
      this.noteRecords.findByIds(ids),
      this.historyRecords.findByIds(ids),
    ]);
    const labels = new Map<string, TrashLabels>([
      ...notes.map((note) => [toHex(note), noteLabels(note)] as const),
      ...history.map((entry) => [toHex(entry), historyLabels(entry)] as const),
    ]);
    const byId = new Map(diseases.map((disease) => [toHex(disease), disease]));
    return rows.flatMap(({ kind, _id, diseaseId = _id, deletedAt }) => {
      const id = _id.toHexString();
      const disease = byId.get(diseaseId.toHexString());
      const texts = kind === 'disease' ? {} : labels.get(id);
      if (!disease || !texts) return [];
      const { nameEn, nameKn } = disease;
      const purged = purgeAt(deletedAt).toISOString();
      const times = { deletedAt: deletedAt.toISOString(), purgeAt: purged };
      return [{ kind, id, nameEn, nameKn, ...texts, ...times }];
    });
  }
}
