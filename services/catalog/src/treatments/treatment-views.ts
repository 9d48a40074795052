import { createHash } from 'node:crypto';
import { toContract, toObjectId } from '@ctdb/chassis';
import {
  DomainError,
  hasRole,
  historyEntry,
  MAX_EMBEDDED_ENTRIES,
  note,
  type Subject,
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
import type { EntryOwner } from './patient-names.js';
import { toProtocols, toTreatment, type EntryRecord } from './treatment.records.js';
import { TreatmentsRepository } from './treatments.repository.js';

const MAX_CACHED_BYTES = 8 * 1_048_576;
/** A reader of all entries; no name of it is stored. */
const ALL_SEEING: Subject = { role: 'admin', id: '', name: '', sessionId: '' };

/** What is stored of a treatment. */
export interface TreatmentView {
  /** With the full names of all patients. */
  readonly detail: TreatmentDetail;
  /** Whom each note and each history entry of `detail` belongs to. */
  readonly owners: Readonly<Record<'notes' | 'history', readonly EntryOwner[]>>;
  /** Some entries of the treatment are not for every reader. */
  readonly hasUnpublished: boolean;
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

  /** The view of a disease's treatment with the entries that `viewer` may see; throws `NOT_FOUND`. */
  async get(diseaseId: string, viewer: Subject): Promise<TreatmentView> {
    if (!(await this.registry.get(diseaseId)))
      throw new DomainError('NOT_FOUND', { kind: 'disease' });
    const view = await this.getComplete(diseaseId);
    return hasRole(viewer, 'admin') || !view.hasUnpublished
      ? view
      : this.load(toObjectId(diseaseId), viewer);
  }

  /** The view with all entries. */
  private async getComplete(diseaseId: string): Promise<TreatmentView> {
    const known = this.views.get(diseaseId) ?? this.loading.get(diseaseId);
    if (known) return known;
    const loading = this.load(toObjectId(diseaseId), ALL_SEEING);
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

  private async load(diseaseId: Types.ObjectId, viewer: Subject): Promise<TreatmentView> {
    const treatment = await this.treatments.findByDisease(diseaseId);
    if (!treatment) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    const [notes, history] = await Promise.all([
      findNewest(this.notes, treatment._id, viewer),
      findNewest(this.history, treatment._id, viewer),
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
    const owners = { notes: notes.records.map(toOwner), history: history.records.map(toOwner) };
    const content = JSON.stringify([detail, owners]);
    const tag = createHash('sha256').update(content).digest('base64url').slice(0, 16);
    // In memory a text takes up to two bytes a character.
    const hasUnpublished = notes.hasUnpublished || history.hasUnpublished;
    return { detail, owners, hasUnpublished, tag, bytes: 2 * content.length };
  }
}

const toOwner = ({ enteredBy, holder }: EntryRecord): EntryOwner => ({ enteredBy, holder });

/** The newest entries of a treatment, how many there are, and whether some are for few readers. */
const findNewest = async <D extends EntryRecord>(
  entries: EntriesRepository<D>,
  treatmentId: Types.ObjectId,
  viewer: Subject,
): Promise<{ records: D[]; total: number; hasUnpublished: boolean }> => {
  const records = await entries.findPage(treatmentId, viewer, 0, MAX_EMBEDDED_ENTRIES);
  const isComplete = records.length < MAX_EMBEDDED_ENTRIES;
  const total = isComplete ? records.length : await entries.count(treatmentId, viewer);
  const hasUnpublished = records.some(({ isPublished }) => isPublished === false);
  return {
    records,
    total,
    hasUnpublished: hasUnpublished || (!isComplete && (await entries.hasUnpublished(treatmentId))),
  };
};
