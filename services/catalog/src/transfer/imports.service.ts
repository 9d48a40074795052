import { requireRole, toContract, toObjectId, type MessageContext } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  DomainError,
  importDetail,
  type ImportDetail,
  type ImportStatus,
  importSummary,
  noRows,
  type Replies,
  type Requests,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Types, type QueryFilter } from 'mongoose';
import { importKey, UNDO_DAYS, type ImportRecord } from '../records/import.record.js';
import { ImportsRepository } from './imports.repository.js';
import { joinRanges } from './import-progress.js';

/** Only one import, or undoing of one, changes the registry at a time. */
const RUN_SLOT = 'run';
/** Checks that are made at a time. A worker does more jobs than these, so that a run never waits for them. */
const CHECK_SLOTS = ['check:1', 'check:2'];
const UNDO_MS = UNDO_DAYS * 86_400_000;

const isUndoable = ({ status, hasRun, createdAt }: ImportRecord): boolean =>
  ['completed', 'cancelled', 'failed'].includes(status) &&
  hasRun === true &&
  Date.now() - createdAt.getTime() < UNDO_MS;

/** The figures of a check are those of a plan, of which nothing came. */
const hasOnlyPlanned = ({ status, hasRun }: ImportRecord): boolean =>
  hasRun !== true && (status === 'cancelled' || status === 'failed');

const toView = (record: ImportRecord) => ({
  ...record,
  rowRanges: joinRanges(record.rowRanges ?? []),
  ...(hasOnlyPlanned(record) && { created: 0, updated: 0, losing: 0, similar: 0 }),
  startedBy: record.startedBy.name,
  isUndoable: isUndoable(record),
});

const toDetail = (record: ImportRecord): ImportDetail => toContract(importDetail, toView(record));

/** The figures of an undoing that begins. */
const notUndone = { cursor: 0, progress: 0, undone: 0, kept: 0, keptDiseases: [] };
/** The figures of an import that begins. */
const fresh = {
  ...notUndone,
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  losing: 0,
  similar: 0,
  rowCounts: noRows,
  rowRanges: [],
  refusals: [],
  losses: [],
  similarNames: [],
};

/** Starts imports and shows how they are. A worker does them. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly store: ObjectStore,
  ) {}

  async locate(): Promise<Replies['locateImportFile']> {
    await this.store.ensureBucket();
    const id = new Types.ObjectId().toHexString();
    return { id, putUrl: await this.store.presignPut(importKey(id)) };
  }

  /** The file must be in its place. A redelivered command finds the import of the first time. */
  async start(request: Requests['startImport'], context: MessageContext): Promise<ImportDetail> {
    const { id, dryRun, columns, losses, ...file } = request;
    const startedBy = requireRole(context, 'admin');
    const _id = toObjectId(id);
    const known = await this.imports.find(_id);
    if (known) return toDetail(known);
    if ((await this.store.length(importKey(id))) !== file.bytes)
      throw new DomainError('FILE_REQUIRED');
    const record = {
      _id,
      status: dryRun ? 'checking' : 'running',
      ...(!dryRun && { hasRun: true, acceptsLosses: losses === 'accepted' }),
      ...(columns && { chosenColumns: columns }),
      ...file,
      startedBy,
      createdAt: new Date(),
      token: 0,
      takeovers: 0,
      ...fresh,
      planned: [],
      outbox: [],
    } satisfies ImportRecord;
    await this.imports.insert(record, dryRun ? CHECK_SLOTS : [RUN_SLOT]);
    return this.get(id);
  }

  async get(id: string): Promise<ImportDetail> {
    const record = await this.imports.find(toObjectId(id));
    if (!record) throw new DomainError('NOT_FOUND', { kind: 'import' });
    return toDetail(record);
  }

  async list({ page, limit }: Requests['listImports']): Promise<Replies['listImports']> {
    const { items, total } = await this.imports.page(page, limit);
    return { items: items.map((record) => toContract(importSummary, toView(record))), total };
  }

  async run({ id, losses }: Requests['runImport'], context: MessageContext): Promise<ImportDetail> {
    const startedBy = requireRole(context, 'admin');
    const acceptsLosses = losses === 'accepted';
    const changed = await this.begin(
      id,
      // Imports that were checked by an earlier version have no figure.
      { status: 'checked', ...(!acceptsLosses && { losing: { $in: [0, null] } }) },
      { status: 'running', hasRun: true, acceptsLosses, startedBy, ...fresh },
    );
    const checked = changed ? undefined : await this.get(id);
    if (checked?.status === 'checked')
      throw new DomainError('IMPORT_LOSSES', { diseases: checked.losing });
    return this.reply(id, changed, ['running', 'completed']);
  }

  async cancel(id: string): Promise<ImportDetail> {
    const _id = toObjectId(id);
    // A check has changed nothing: its worker finds that it has ended.
    const checks = { status: { $in: ['checking', 'checked'] } } as const;
    const cancelled = { $set: { status: 'cancelled', endedAt: new Date() }, $unset: { slot: 1 } };
    const changed =
      (await this.imports.change(_id, checks, cancelled)) ??
      (await this.imports.change(_id, { status: 'running' }, { $set: { isCancelled: true } }));
    if (changed?.status === 'cancelled')
      await this.store.remove([importKey(id)]).catch(() => undefined);
    return this.reply(id, changed, ['cancelled']);
  }

  async undo(id: string, context: MessageContext): Promise<ImportDetail> {
    const startedBy = requireRole(context, 'admin');
    const record = await this.imports.find(toObjectId(id));
    const undoing = { status: 'undoing', startedBy, ...notUndone } as const;
    const changed =
      record && isUndoable(record)
        ? await this.begin(id, { status: record.status, hasRun: true }, undoing)
        : null;
    return this.reply(id, changed, ['undoing', 'undone']);
  }

  /** Gives an import that fits `filter` to a worker, for its run or its undoing. */
  private begin(id: string, filter: QueryFilter<ImportRecord>, set: Partial<ImportRecord>) {
    return this.imports.change(toObjectId(id), filter, {
      $set: { ...set, slot: RUN_SLOT, takeovers: 0 },
      $unset: { seenAt: 1, endedAt: 1, error: 1, isCancelled: 1 },
    });
  }

  /** The import as it was changed; one that has the wanted state already stays as it is. */
  private async reply(id: string, changed: ImportRecord | null, wanted: readonly ImportStatus[]) {
    if (changed) return toDetail(changed);
    const record = await this.get(id);
    if (!wanted.includes(record.status)) throw new DomainError('IMPORT_ENDED');
    return record;
  }
}
