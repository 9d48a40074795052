import type { MessageContext } from '@ctdb/chassis';
import {
  restoreFromTrash,
  type ReplyOf,
  type RequestOf,
  type TrashKind,
  type listTrash,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { DiseasesService } from '../diseases/diseases.service.js';
import { HistoryRepository } from '../history/history.repository.js';
import { HistoryService } from '../history/history.service.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { NotesService } from '../notes/notes.service.js';
import { commandMark } from '../store/command-mark.js';
import type { TrashedRecord } from '../store/record.repository.js';
import { purgeHorizon } from './horizon.js';
import { TrashWordsFinder } from './trash-words.js';
import { toTrashEntry, type Trashed } from './trash.mapper.js';

const newestFirst = (a: Trashed, b: Trashed): number =>
  b.deletedAt.getTime() - a.deletedAt.getTime() ||
  (a._id.toHexString() < b._id.toHexString() ? 1 : -1);

/** The rules of the trash. */
@Injectable()
export class TrashService {
  constructor(
    private readonly diseasesStore: DiseasesRepository,
    private readonly notesStore: NotesRepository,
    private readonly historyStore: HistoryRepository,
    private readonly words: TrashWordsFinder,
    private readonly diseases: DiseasesService,
    private readonly notes: NotesService,
    private readonly history: HistoryService,
  ) {}

  async list({ page, limit }: RequestOf<typeof listTrash>): Promise<ReplyOf<typeof listTrash>> {
    const trashed = (await this.all()).sort(newestFirst);
    const rows = trashed.slice((page - 1) * limit, page * limit);
    const words = await this.words.of(rows);
    const items = rows.flatMap((row) => {
      const found = words.get(row._id.toHexString());
      return found ? [toTrashEntry(row, found)] : [];
    });
    return { items, total: trashed.length };
  }

  async restore(
    request: RequestOf<typeof restoreFromTrash>,
    context: MessageContext,
  ): Promise<void> {
    const command = commandMark(context, restoreFromTrash.name, request);
    const services = { disease: this.diseases, note: this.notes, history: this.history };
    await services[request.kind].restore(request.id, purgeHorizon(new Date()), command);
  }

  // The trash holds what people deleted within 30 days: ids and times of all of it are little.
  private async all(): Promise<Trashed[]> {
    const since = purgeHorizon(new Date());
    const [diseases, notes, history] = await Promise.all([
      this.diseasesStore.trashed(since),
      this.notesStore.trashed(since),
      this.historyStore.trashed(since),
    ]);
    // What lies in the trash together with its disease comes back with it, not by itself.
    const hidden = new Set(diseases.map(({ _id }) => _id.toHexString()));
    const of = (kind: TrashKind, rows: TrashedRecord[]) =>
      rows
        .filter(({ diseaseId }) => !diseaseId || !hidden.has(diseaseId.toHexString()))
        .map(({ _id, deletedAt }) => ({ kind, _id, deletedAt }));
    return [...of('disease', diseases), ...of('note', notes), ...of('history', history)];
  }
}
