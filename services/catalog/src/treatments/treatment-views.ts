import { createHash } from 'node:crypto';
import { practiceKey, toContract, toObjectId } from '@ctdb/chassis';
import {
  ANONYMOUS,
  DomainError,
  historyEntry,
  isPerson,
  MAX_EMBEDDED_ENTRIES,
  note,
  type HistoryEntry,
  type Note,
  type Subject,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Types } from 'mongoose';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { PatientsService } from '../patients/patients.service.js';
import { toProtocols, toTreatment, type EntryRecord } from '../records/treatment.record.js';
import {
  HistoryRepository,
  NotesRepository,
  type EntriesRepository,
} from './entries.repository.js';
import type { EntryOwner } from './entry-rights.js';
import { TreatmentsRepository } from './treatments.repository.js';

const MAX_CACHED_BYTES = 8 * 1_048_576;
/** A reader of all entries; no name of it is stored. */
const ALL_SEEING: Subject = { role: 'admin', id: '', name: '', sessionId: '' };

type Owned<E> = E & { owner: EntryOwner };

/** What is stored of a treatment. */
export interface TreatmentView {
  /** With the full names of all patients. */
  readonly detail: Omit<TreatmentDetail, 'notes' | 'history'> & {
    notes: Owned<Note>[];
    history: Owned<HistoryEntry>[];
  };
  /** The practices that own entries of the treatment that are not published. */
  readonly unpublishedOwners: readonly string[];
  /** A hash of the content, equal in all replicas. */
  readonly tag: string;
  readonly bytes: number;
}

type Load = () => Promise<TreatmentView>;

/** Views by the ids of diseases, for readers who see the same. */
const createCache = () =>
  new LRUCache<string, TreatmentView, Load>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    fetchMethod: (_diseaseId, _stale, { context: load }) => load(),
    // Where a view changed while it was read, it serves only those who asked before.
    ignoreFetchAbort: true,
  });

/**
 * Treatments with their newest entries, read from the database once and kept until something of the
 * disease changes. The registry's log of changes tells so before every answer. A view is kept for the
 * team and for readers who see published entries alone; whose own entries are not published is read
 * from the database, and the gateway keeps it.
 */
@Injectable()
export class TreatmentViews {
  private readonly complete = createCache();
  private readonly published = createCache();

  constructor(
    private readonly registry: RegistryProjection,
    private readonly treatments: TreatmentsRepository,
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
    private readonly patients: PatientsService,
  ) {
    registry.onChange((diseaseIds) => {
      for (const cache of [this.complete, this.published])
        if (diseaseIds === 'all') cache.clear();
        else for (const id of diseaseIds) cache.delete(id);
    });
  }

  /** The view of a disease's treatment with the entries that `viewer` may see; throws `NOT_FOUND`. */
  async get(diseaseId: string, viewer: Subject): Promise<TreatmentView> {
    if (!(await this.registry.get(diseaseId)))
      throw new DomainError('NOT_FOUND', { kind: 'disease' });
    const loadFor = (reader: Subject) => () => this.load(toObjectId(diseaseId), reader);
    const complete = await this.complete.forceFetch(diseaseId, { context: loadFor(ALL_SEEING) });
    const { unpublishedOwners } = complete;
    if (isPerson(viewer) || unpublishedOwners.length === 0) return complete;
    return unpublishedOwners.includes(practiceKey(viewer))
      ? loadFor(viewer)()
      : this.published.forceFetch(diseaseId, { context: loadFor(ANONYMOUS) });
  }

  private async load(diseaseId: Types.ObjectId, viewer: Subject): Promise<TreatmentView> {
    const treatment = await this.treatments.findByDisease(diseaseId);
    if (!treatment) throw new DomainError('NOT_FOUND', { kind: 'treatment' });
    const [notes, history] = await Promise.all([
      findNewest(this.notes, treatment._id, viewer),
      findNewest(this.history, treatment._id, viewer),
    ]);
    const entries = history.records.map((record) => ({
      ...toContract(historyEntry, { ...record, patientNameMasked: false }),
      owner: toOwner(record),
    }));
    const detail = {
      ...toTreatment(treatment),
      protocols: toProtocols(treatment),
      notes: notes.records.map((record) => ({
        ...toContract(note, record),
        owner: toOwner(record),
      })),
      history: await this.patients.addDetails(entries),
      notesCount: notes.total,
      historyCount: history.total,
    };
    const content = JSON.stringify(detail);
    const tag = createHash('sha256').update(content).digest('base64url').slice(0, 16);
    const unpublishedOwners = [...notes.unpublishedOwners, ...history.unpublishedOwners];
    // In memory a text takes up to two bytes a character.
    const bytes = 2 * (content.length + JSON.stringify(unpublishedOwners).length);
    return { detail, unpublishedOwners, tag, bytes };
  }
}

const toOwner = ({ enteredBy, practice }: EntryRecord): EntryOwner => ({ enteredBy, practice });

/** The newest entries of a treatment, how many there are, and whose are not published. */
const findNewest = async <D extends EntryRecord>(
  entries: EntriesRepository<D>,
  treatmentId: Types.ObjectId,
  viewer: Subject,
): Promise<{ records: D[]; total: number; unpublishedOwners: string[] }> => {
  const { records, total } = await entries.findPage(treatmentId, viewer, 1, MAX_EMBEDDED_ENTRIES);
  const shown = records.flatMap((entry) => (entry.isPublished === false ? [entry.practice] : []));
  if (records.length < MAX_EMBEDDED_ENTRIES) return { records, total, unpublishedOwners: shown };
  const stored = await entries.findUnpublishedOwners(treatmentId);
  // An entry of `records` may have been deleted before that query.
  return { records, total, unpublishedOwners: [...shown, ...stored] };
};
