import {
  commandFingerprint,
  idempotencyRecord,
  newRecord,
  newRecordId,
  outboxEntry,
  practiceKey,
  requireRole,
  requireVersion,
  subjectKey,
  toContract,
  toObjectId,
  type Change,
  type MessageContext,
  type OutboxEntry,
} from '@ctdb/chassis';
import { DomainError, entryEvents, type Requests, type Subject } from '@ctdb/contracts';
import { Inject } from '@nestjs/common';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import type { EntryRecord } from '../records/treatment.record.js';
import type { EntriesRepository } from './entries.repository.js';
import { canEdit, canSee, isWrittenByTeam } from './entry-rights.js';
import { TreatmentsRepository } from './treatments.repository.js';

/** An entry of a treatment. */
interface EntryRef {
  treatmentId: string;
  id: string;
}

/** An event of a note or history entry: ids only, never a name or a text. */
export const entryEvent = (
  kind: Exclude<keyof typeof entryEvents, `${string}Updated`>,
  entry: Pick<EntryRecord, '_id' | 'treatmentId' | 'diseaseId'>,
): OutboxEntry => outboxEntry(entryEvents[kind], toContract(entryEvents[kind].payload, entry));

/** The names of the fields in which a record differs; a missing text is a blank one. */
const findChangedFields = <D extends object>(before: D, after: Partial<D>): (keyof D & string)[] =>
  (Object.keys(after) as (keyof D & string)[]).filter(
    (name) => JSON.stringify(before[name] ?? '') !== JSON.stringify(after[name]),
  );

const ownedBy = (subject: Subject) => ({
  enteredBy: subjectKey(subject),
  practice: practiceKey(subject),
  // What buyers write is shown to all once an administrator publishes it.
  isPublished: subject.role !== 'pass',
});

const teamEntriesArePublished = () =>
  new DomainError('VALIDATION_FAILED', { faults: [{ path: 'isPublished', code: 'NOT_ALLOWED' }] });

/** The rules that notes and history entries share. `C` is an entry as a viewer may see it. */
export abstract class EntriesService<
  D extends EntryRecord,
  C extends { id: string; version: number },
> {
  @Inject(TreatmentsRepository) private readonly treatments!: TreatmentsRepository;
  @Inject(DiseasesRepository) private readonly diseases!: DiseasesRepository;
  @Inject(RegistryProjection) private readonly registry!: RegistryProjection;

  protected constructor(
    private readonly kind: {
      record: 'note' | 'historyEntry';
      event: 'note' | 'history';
      collection: string;
    },
    private readonly entries: EntriesRepository<D>,
  ) {}

  protected abstract toContract(record: D, viewer: Subject): C;

  /** Entries of a treatment, newest first. */
  async list({ id, page, limit }: Requests['listNotes'], viewer: Subject) {
    const { _id } = await this.treatments.getActive(id);
    const { records, total } = await this.entries.findPage(_id, viewer, page, limit);
    return { items: records.map((record) => this.toContract(record, viewer)), total };
  }

  async delete(request: EntryRef, context: MessageContext): Promise<void> {
    const command = commandFingerprint(context, `${this.kind.collection}.delete`, request);
    await this.change(request, command, (before) => this.setDeleted(before, 'Deleted'));
  }

  /** Takes an entry deleted after `since` out of the trash; one that is not there changes nothing. */
  async restore(id: string, since: Date, command: string): Promise<void> {
    const restored = await this.entries.change(toObjectId(id), command, async (before) => {
      if (
        !before ||
        before.purgedAt ||
        (before.deletedAt && before.deletedAt <= since) ||
        !(await this.diseases.isActive(before.diseaseId))
      )
        throw new DomainError('NOT_FOUND', { kind: 'trashEntry' });
      return before.deletedAt ? this.setDeleted(before, 'Restored') : null;
    });
    await this.registry.publish({ written: [restored] });
  }

  /**
   * Corrects an entry; fields that are as before leave it as it is.
   * @param derive fields that follow from the others
   */
  protected async correct(
    { ifMatch, ...entry }: EntryRef & { ifMatch?: number | undefined },
    fields: Partial<D>,
    context: MessageContext,
    derive: (before: D) => Promise<Partial<D>> = () => Promise.resolve({}),
  ): Promise<C> {
    const { subject } = context;
    const request = { ...entry, ifMatch, ...fields };
    const command = commandFingerprint(context, `${this.kind.collection}.update`, request);
    const updated = entryEvents[`${this.kind.event}Updated`];
    const corrected = await this.change(entry, command, async (before) => {
      if (!canSee(subject, before)) throw this.notFound();
      if (!canEdit(subject, before)) throw new DomainError('FORBIDDEN');
      requireVersion(before, ifMatch, (record) => this.toContract(record, subject));
      const changed = findChangedFields(before, fields);
      if (changed.length === 0) return null;
      // An administrator has published another text.
      const isWithdrawn = subject.role === 'pass' && before.isPublished;
      const now = new Date();
      const common: Partial<EntryRecord> = { isSample: false, editedAt: now, changedAt: now };
      const hidden: Partial<EntryRecord> = isWithdrawn ? { isPublished: false } : {};
      return {
        set: { ...fields, ...(await derive(before)), ...common, ...hidden },
        event: outboxEntry(
          updated,
          toContract(updated.payload, { ...before, fields: [...changed, ...Object.keys(hidden)] }),
        ),
      };
    });
    return this.toContract(corrected, subject);
  }

  /** Shows an entry of a pass or plan to all readers, or takes that back. */
  async publish(
    target: EntryRef & { ifMatch?: number | undefined; isPublished: boolean },
    context: MessageContext,
  ): Promise<C> {
    requireRole(context, 'admin');
    const { ifMatch, isPublished, ...entry } = target;
    const { subject } = context;
    const request = { ...entry, ifMatch, isPublished };
    const command = commandFingerprint(context, `${this.kind.collection}.publish`, request);
    const changed = await this.change(entry, command, (before) => {
      requireVersion(before, ifMatch, (record) => this.toContract(record, subject));
      if (before.isPublished === isPublished) return null;
      if (isWrittenByTeam(before)) throw teamEntriesArePublished();
      const set: Partial<EntryRecord> = { isPublished, changedAt: new Date() };
      const kind = isPublished ? 'Published' : 'Unpublished';
      return { set: set as Partial<D>, event: entryEvent(`${this.kind.event}${kind}`, before) };
    });
    return this.toContract(changed, subject);
  }

  /** Stores a new entry; `addFields` adds those that are not common to all entries. */
  protected async create(
    request: { treatmentId: string },
    context: MessageContext,
    addFields: (common: EntryRecord) => D | Promise<D>,
  ): Promise<D> {
    const treatment = await this.treatments.getActive(request.treatmentId);
    const now = new Date();
    const _id = newRecordId(context, this.kind.collection);
    const place = { _id, treatmentId: treatment._id, diseaseId: treatment.diseaseId };
    const event = entryEvent(`${this.kind.event}Added`, place);
    const record = newRecord(_id, now, event, idempotencyRecord(context, request, now));
    const owner = ownedBy(context.subject);
    const entry = { ...record, ...place, ...owner, changedAt: now };
    const stored = await this.entries.insertOnce(await addFields(entry));
    await this.registry.publish({ written: [stored] });
    return stored;
  }

  private async change(
    { treatmentId, id }: EntryRef,
    command: string,
    decide: (before: D) => Change<D> | null | Promise<Change<D> | null>,
  ): Promise<D> {
    await this.treatments.getActive(treatmentId);
    const changed = await this.entries.change(toObjectId(id), command, (before) => {
      if (!before || before.deletedAt || before.treatmentId.toHexString() !== treatmentId)
        throw this.notFound();
      return decide(before);
    });
    await this.registry.publish({ written: [changed] });
    return changed;
  }

  private notFound(): DomainError {
    return new DomainError('NOT_FOUND', { kind: this.kind.record });
  }

  private setDeleted(before: D, to: 'Deleted' | 'Restored'): Change<D> {
    const now = new Date();
    const set: Partial<EntryRecord> = { deletedAt: to === 'Deleted' ? now : null, changedAt: now };
    return { set: set as Partial<D>, event: entryEvent(`${this.kind.event}${to}`, before) };
  }
}
