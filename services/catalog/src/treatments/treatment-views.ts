import { createHash } from 'node:crypto';
import { toContract, toObjectId } from '@ctdb/chassis';
import {
  DomainError,
  historyEntry,
  MAX_EMBEDDED_ENTRIES,
  note,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Types } from 'mongoose';
import { RegistryProjection } from '../projection/registry-projection.js';
import {
  HistoryRepository,
  NotesRepository,
  type EntriesRepository,
} from './entries.repository.js';
import { toProtocols, toTreatment, type EntryRecord } from './treatment.records.js';
import { TreatmentsRepository } from './treatments.repository.js';

const MAX_CACHED_BYTES = 8 * 1_048_576;

/** What is stored of a treatment. */
export interface TreatmentView {
  /** With the full names of all patients. */
  readonly detail: TreatmentDetail;
  /** Who entered each note and each history entry of `detail`. */
  readonly enteredBy: Readonly<Record<'notes' | 'history', readonly string[]>>;
  /** A hash of the content, equal in all replicas. */
  readonly tag: string;
  readonly bytes: number;
}

/**
 * Treatments with their newest entries, read from the database once and kept until something of the
 * disease changes. The registry's log of changes tells so before every answer.
 */
@Injectable()
export class TreatmentViews {
  private readonly views = new LRUCache<string, TreatmentView>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  private readonly loading = new Map<string, Promise<TreatmentView>>();

  constructor(
    private readonly registry: RegistryProjection,
    private readonly treatments: TreatmentsRepository,
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
  ) {
    registry.onChange((diseaseIds) => this.forget(diseaseIds));
  }

  /** The view of a disease's treatment; throws `NOT_FOUND`. */
  async get(diseaseId: string): Promise<TreatmentView> {
    if (!(await this.registry.get(diseaseId)))
      throw new DomainError('NOT_FOUND', { kind: 'disease' });
    const known = this.views.get(diseaseId) ?? this.loading.get(diseaseId);
    if (known) return known;
    const loading = this.load(toObjectId(diseaseId));
    this.loading.set(diseaseId, loading);
    try {
      const view = await loading;
      // Where it changed meanwhile, it serves only those who asked before.
      if (this.loading.get(diseaseId) === loading) this.views.set(diseaseId, view);
      return view;
    } finally {
      if (this.loading.get(diseaseId) === loading) this.loading.delete(diseaseId);
    }
  }

  private forget(diseaseIds: readonly string[] | 'all'): void {
    for (const cache of [this.views, this.loading]) {
      if (diseaseIds === 'all') cache.clear();
      else for (const id of diseaseIds) cache.delete(id);
    }
  }

  private async load(diseaseId: Types.ObjectId): Promise<TreatmentView> {
    const treatment = await this.treatments.findByDisease(diseaseId);
    if (!treatment) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    const [notes, history] = await Promise.all([
      findNewest(this.notes, treatment._id),
      findNewest(this.history, treatment._id),
    ]);
    const detail = {
      ...toTreatment(treatment),
      protocols: toProtocols(treatment),
      notes: notes.records.map((record) => toContract(note, record)),
      history: history.records.map((record) =>
        toContract(historyEntry, { ...record, patientNameMasked: false }),
      ),
      notesCount: notes.total,
      historyCount: history.total,
    };
    const enteredBy = {
      notes: notes.records.map((record) => record.enteredBy),
      history: history.records.map((record) => record.enteredBy),
    };
    const content = JSON.stringify([detail, enteredBy]);
    const tag = createHash('sha256').update(content).digest('base64url').slice(0, 16);
    // In memory a text takes up to two bytes a character.
    return { detail, enteredBy, tag, bytes: 2 * content.length };
  }
}

/** The newest entries of a treatment, and how many there are. */
const findNewest = async <D extends EntryRecord>(
  entries: EntriesRepository<D>,
  treatmentId: Types.ObjectId,
): Promise<{ records: D[]; total: number }> => {
  const records = await entries.findPage(treatmentId, 0, MAX_EMBEDDED_ENTRIES);
  const total =
    records.length < MAX_EMBEDDED_ENTRIES ? records.length : await entries.count(treatmentId);
  return { records, total };
};
