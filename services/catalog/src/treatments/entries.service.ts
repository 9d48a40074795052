import {
  commandFingerprint,
  idempotencyRecord,
  newRecord,
  newRecordId,
  outboxEntry,
  subjectKey,
  toObjectId,
  type Change,
  type MessageContext,
  type OutboxEntry,
} from '@ctdb/chassis';
import { DomainError, entryEvents, type Subject } from '@ctdb/contracts';
import type { DiseasesRepository } from '../diseases/diseases.repository.js';
import type { RegistryProjection } from '../projection/registry-projection.js';
import type { EntriesRepository } from './entries.repository.js';
import type { EntryRecord } from './treatment.records.js';
import type { TreatmentsRepository } from './treatments.repository.js';

/** One page of entries with the number of all. */
export interface EntryPage<C> {
  items: C[];
  total: number;
}

/** How notes and history entries differ. */
interface EntryKind {
  record: 'note' | 'historyEntry';
  event: 'note' | 'history';
  collection: string;
}

/** An event of a note or history entry: ids only, never a name or a text. */
export const entryEvent = (
  kind: keyof typeof entryEvents,
  { _id, treatmentId, diseaseId }: Pick<EntryRecord, '_id' | 'treatmentId' | 'diseaseId'>,
): OutboxEntry =>
  outboxEntry(entryEvents[kind], {
    id: _id.toHexString(),
    treatmentId: treatmentId.toHexString(),
    diseaseId: diseaseId.toHexString(),
  });

/** The rules that notes and history entries share. `C` is an entry as a viewer may see it. */
export abstract class EntriesService<D extends EntryRecord, C> {
  protected constructor(
    private readonly kind: EntryKind,
    private readonly entries: EntriesRepository<D>,
    private readonly treatments: TreatmentsRepository,
    private readonly diseases: DiseasesRepository,
    private readonly registry: RegistryProjection,
  ) {}

  protected abstract toContract(record: D, viewer: Subject): C;

  /** Entries of a treatment, newest first. */
  async list(
    { treatmentId, page, limit }: { treatmentId: string; page: number; limit: number },
    viewer: Subject,
  ): Promise<EntryPage<C>> {
    const { _id } = await this.treatments.getActive(treatmentId);
    const [records, total] = await Promise.all([
      this.entries.findPage(_id, (page - 1) * limit, limit),
      this.entries.count(_id),
    ]);
    return { items: records.map((record) => this.toContract(record, viewer)), total };
  }

  async delete(
    request: { treatmentId: string; id: string },
    context: MessageContext,
  ): Promise<void> {
    const { treatmentId, id } = request;
    const command = commandFingerprint(context, `${this.kind.collection}.delete`, request);
    await this.treatments.getActive(treatmentId);
    const { diseaseId } = await this.entries.change(toObjectId(id), command, (before) => {
      if (!before || before.deletedAt || before.treatmentId.toHexString() !== treatmentId)
        throw new DomainError('NOT_FOUND', { kind: this.kind.record });
      return this.setDeleted(before, 'Deleted');
    });
    await this.registry.publish({ treatments: [diseaseId] });
  }

  /** Takes an entry deleted after `since` out of the trash; one that is not there changes nothing. */
  async restore(id: string, since: Date, command: string): Promise<void> {
    const { diseaseId } = await this.entries.change(toObjectId(id), command, async (before) => {
      if (
        !before ||
        before.purgedAt ||
        (before.deletedAt && before.deletedAt <= since) ||
        !(await this.diseases.isActive(before.diseaseId))
      )
        throw new DomainError('NOT_FOUND', { kind: 'trashEntry' });
      return before.deletedAt ? this.setDeleted(before, 'Restored') : null;
    });
    await this.registry.publish({ treatments: [diseaseId] });
  }

  /** Stores a new entry; `addFields` adds those that are not common to all entries. */
  protected async create(
    request: { treatmentId: string },
    context: MessageContext,
    addFields: (common: EntryRecord) => D,
  ): Promise<D> {
    const treatment = await this.treatments.getActive(request.treatmentId);
    const now = new Date();
    const _id = newRecordId(context, this.kind.collection);
    const place = { _id, treatmentId: treatment._id, diseaseId: treatment.diseaseId };
    const event = entryEvent(`${this.kind.event}Added`, place);
    const record = newRecord(_id, now, event, idempotencyRecord(context, request, now));
    const enteredBy = subjectKey(context.subject);
    const entry = { ...record, ...place, enteredBy, changedAt: now };
    const stored = await this.entries.insertOnce(addFields(entry));
    await this.registry.publish({ treatments: [stored.diseaseId] });
    return stored;
  }

  private setDeleted(before: D, to: 'Deleted' | 'Restored'): Change<D> {
    const now = new Date();
    const set: Partial<EntryRecord> = { deletedAt: to === 'Deleted' ? now : null, changedAt: now };
    return { set: set as Partial<D>, event: entryEvent(`${this.kind.event}${to}`, before) };
  }
}
