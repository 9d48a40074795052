import { AppLogger, isTransientError, outboxEntry, RpcClient } from '@ctdb/chassis';
import {
  FencedError,
  FencedProcessor,
  RECONCILE_INTERVAL_MS,
  type TakenJob,
} from '@ctdb/chassis/jobs';
import { ObjectNotFoundError, ObjectStore } from '@ctdb/chassis/storage';
import { diseaseEvents, DomainError, type ImportStatus, toSentSubject } from '@ctdb/contracts';
import { Processor } from '@nestjs/bullmq';
import { Interval } from '@nestjs/schedule';
import type { UpdateQuery } from 'mongoose';
import { ChangesRepository, versionKey } from '../diseases/projection/changes.repository.js';
import {
  importKey,
  type ImportChange,
  type ImportError,
  type ImportRecord,
} from '../records/import.record.js';
import { ImportFileError } from './import-file.error.js';
import { readImportFile } from './import-file.js';
import type { ImportItem } from './import-item.js';
import { ImportJobsRepository, IMPORTS_QUEUE } from './import-jobs.repository.js';
import { toProgress } from './import-progress.js';
import { ImportUndo } from './import-undo.js';
import { ImportWriter } from './import-writer.js';
import { Importer } from './importer.js';

/** Diseases of one step. */
const BATCH_SIZE = 500;
/** A step ends after it; in characters. */
const MAX_BATCH_LENGTH = 4_000_000;
/** An import whose workers die this often without getting any further is given up. */
const MAX_TAKEOVERS = 5;
/** An import that was checked and not run is cancelled after it. */
const FORGOTTEN_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** The versions of treatments that changes make. */
const writtenVersions = (changes: readonly ImportChange[]) =>
  changes.flatMap(({ treatment }) =>
    treatment
      ? [versionKey({ _id: treatment.id, version: (treatment.before?.version ?? 0) + 1 })]
      : [],
  );

async function* inBatches(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem[]> {
  let batch: ImportItem[] = [];
  let length = 0;
  for await (const item of items) {
    batch.push(item);
    length += item.length;
    if (batch.length < BATCH_SIZE && length < MAX_BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Checks, runs and undoes imports. */
@Processor(IMPORTS_QUEUE, { concurrency: 4 })
export class ImportProcessor extends FencedProcessor<ImportRecord> {
  constructor(
    private readonly imports: ImportJobsRepository,
    private readonly writer: ImportWriter,
    private readonly changes: ChangesRepository,
    private readonly store: ObjectStore,
    private readonly rpc: RpcClient,
    logger: AppLogger,
  ) {
    super(imports, logger);
  }

  @Interval(RECONCILE_INTERVAL_MS)
  async reconcile(): Promise<void> {
    await this.imports.reconcile((lost) => this.end(lost, 'failed', { code: 'INTERRUPTED' }));
  }

  /** Removes the files that no import needs any more. */
  @Interval(SWEEP_INTERVAL_MS)
  async sweep(before = new Date(Date.now() - FORGOTTEN_MS)): Promise<void> {
    try {
      await this.imports.cancelForgotten(before);
      const needed = await this.imports.findFiles();
      const old: string[] = [];
      for await (const { key, modifiedAt } of this.store.list(importKey('')))
        if (modifiedAt < before && !needed.has(key)) old.push(key);
      await this.store.remove(old);
    } catch (error) {
      this.logger.warn('removing the files of imports failed', error);
    }
  }

  protected override async work({ record }: TakenJob<ImportRecord>, signal: AbortSignal) {
    try {
      if (record.takeovers > MAX_TAKEOVERS) throw new ImportFileError('INTERRUPTED');
      const isUndo = record.status === 'undoing';
      const status = await (isUndo ? this.undo(record, signal) : this.read(record, signal));
      await this.end(record, status);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FencedError) throw error;
      if (!isUnavailable(error)) {
        const known = toImportError(error);
        if (known.code === 'INTERNAL')
          this.logger.error('an import failed', { import: record._id.toHexString() }, error);
        await this.end(record, 'failed', known);
      } else if (record.isCancelled) await this.end(record, 'cancelled');
      else {
        // It waits for media and the storage as long as it must: no takeover is counted.
        await this.imports.release(record);
        throw error;
      }
    }
  }

  /** Works through the file from the checkpoint on. Returns what the import is then. */
  private async read(record: ImportRecord, signal: AbortSignal): Promise<ImportStatus> {
    const isDryRun = record.status === 'checking';
    const refusesLosses = !isDryRun && record.acceptsLosses !== true;
    const importer = await Importer.create(record._id, this.writer, { refusesLosses });
    let offset = 0;
    for await (const batch of inBatches(this.items(record))) {
      signal.throwIfAborted();
      const begin = offset;
      offset += batch.length;
      if (offset <= record.cursor) {
        for (const item of batch) importer.skip(item);
        continue;
      }
      try {
        const plans = isDryRun
          ? await importer.plan(batch)
          : await this.runBatch(importer, batch, begin);
        const { isCancelled } = await this.imports.checkpoint(record, {
          cursor: offset,
          progress: batch.at(-1)?.progress ?? 0,
          ...toProgress(batch, plans, isDryRun),
        });
        if (isCancelled) return 'cancelled';
      } catch (error) {
        if (!isDryRun) await this.undoLateBatch(record, begin);
        throw error;
      }
    }
    return isDryRun ? 'checked' : 'completed';
  }

  private items(record: ImportRecord): AsyncGenerator<ImportItem> {
    const { format, bytes, chosenColumns } = record;
    const { store, imports } = this;
    async function* open(): AsyncGenerator<Buffer> {
      yield* (await store.get(importKey(record._id.toHexString()))) as AsyncIterable<Buffer>;
    }
    return readImportFile({
      format,
      bytes,
      open,
      columns: chosenColumns,
      onTable: (table) => imports.found(record, table),
    });
  }

  private async runBatch(importer: Importer, batch: readonly ImportItem[], offset: number) {
    const { plans, changes } = await importer.apply(batch, offset);
    const diseases = changes.map(({ diseaseId }) => diseaseId);
    const written = writtenVersions(changes);
    if (diseases.length > 0) await this.changes.append({ diseases, treatments: [], written });
    return plans;
  }

  private async undo(record: ImportRecord, signal: AbortSignal): Promise<ImportStatus> {
    const parts = await this.writer.countChanges(record._id);
    let { cursor } = record;
    for await (const { changes } of this.writer.changesOf(record._id, cursor)) {
      signal.throwIfAborted();
      const { undone, kept } = await this.undoPart(record, changes);
      cursor += 1;
      await this.imports.checkpoint(record, {
        cursor,
        progress: Math.min(1, cursor / parts),
        counts: { undone, kept: kept.length },
        keptDiseases: kept,
      });
    }
    return 'undone';
  }

  private async undoPart({ _id, startedBy }: ImportRecord, changes: readonly ImportChange[]) {
    const result = await new ImportUndo(_id, startedBy, this.writer, this.rpc).run(changes);
    const diseases = changes.map(({ diseaseId }) => diseaseId);
    await this.changes.append({ diseases, treatments: [] });
    return result;
  }

  /** A worker may sleep before it stores a batch, until another one has ended the import and undone it. */
  private async undoLateBatch(record: ImportRecord, offset: number): Promise<void> {
    const status = (await this.imports.find(record._id))?.status;
    if (status !== 'undoing' && status !== 'undone') return;
    const changes = await this.writer.findChangesAt(record._id, offset);
    // An entry of the log without diseases tells every replica to load the registry again.
    if (changes.length > 0) await this.undoPart(record, changes);
  }

  /** The last write of a work, with the event of what it has changed. */
  private async end(record: ImportRecord, status: ImportStatus, error?: ImportError) {
    const { created, updated, undone } = (await this.imports.find(record._id)) ?? record;
    const isUndo = record.status === 'undoing';
    const diseases = isUndo ? undone : created + updated;
    const event = outboxEntry(isUndo ? diseaseEvents.importUndone : diseaseEvents.imported, {
      importId: record._id.toHexString(),
      diseases,
    });
    const hasChanged = record.status !== 'checking' && diseases > 0;
    await this.imports.end(record, {
      $set: { status, endedAt: new Date(), progress: 1, ...(error && { error }) },
      ...(hasChanged && {
        $push: { outbox: { ...event, actor: toSentSubject(record.startedBy) } },
      }),
    } as UpdateQuery<ImportRecord>);
    // What was only checked is run with the same file.
    if (status !== 'checked')
      await this.store.remove([importKey(record._id.toHexString())]).catch(() => undefined);
  }
}

const isUnavailable = (error: unknown): boolean =>
  (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') || isTransientError(error);

const toImportError = (error: unknown): ImportError => {
  if (error instanceof ImportFileError)
    return { code: error.code, ...(error.params && { params: error.params }) };
  return { code: error instanceof ObjectNotFoundError ? 'FILE_LOST' : 'INTERNAL' };
};
