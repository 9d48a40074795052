import type { MessageContext } from '@ctdb/chassis';
import { DomainError, EMBEDDED_ENTRIES, type Subject } from '@ctdb/contracts';
import type { Types } from 'mongoose';
import type { DiseasesRepository } from '../diseases/diseases.repository.js';
import { commandMark, newRecordId } from '../store/command-mark.js';
import { idempotencyMark, subjectKey } from '../store/idempotency.js';
import { toObjectId } from '../store/ids.js';
import { newRecord } from '../store/record.js';
import { untilWon } from '../store/until-won.js';
import type { LiveTreatments } from '../treatments/live-treatments.js';
import type { EntriesRepository, EntryRecord } from './entries.repository.js';
import type { EntryEvents } from './entry-events.js';

/** One page of entries with the number of all. */
export interface EntryPage<C> {
  items: C[];
  total: number;
}

/** What tells notes and history entries apart. */
interface EntryKind {
  record: 'note' | 'historyEntry';
  event: 'note' | 'history';
  collection: string;
}

/** The rules that notes and history entries share. `C` is an entry as a viewer may see it. */
export abstract class EntriesService<D extends EntryRecord, C> {
  protected constructor(
    private readonly kind: EntryKind,
    private readonly entries: EntriesRepository<D>,
    private readonly live: LiveTreatments,
    private readonly diseases: DiseasesRepository,
    private readonly events: EntryEvents,
  ) {}

  protected abstract show(record: D, viewer: Subject): C;

  /** Entries of a treatment, newest first. */
  async list(
    { treatmentId, page, limit }: { treatmentId: string; page: number; limit: number },
    viewer: Subject,
  ): Promise<EntryPage<C>> {
    const { _id } = await this.live.find(treatmentId);
    const [records, total] = await Promise.all([
      this.entries.page(_id, (page - 1) * limit, limit),
      this.entries.count(_id),
    ]);
    return { items: records.map((record) => this.show(record, viewer)), total };
  }

  /** The newest entries, as many as come along with a treatment. */
  async newest(treatmentId: Types.ObjectId, viewer: Subject): Promise<EntryPage<C>> {
    const records = await this.entries.page(treatmentId, 0, EMBEDDED_ENTRIES);
    const total =
      records.length < EMBEDDED_ENTRIES ? records.length : await this.entries.count(treatmentId);
    return { items: records.map((record) => this.show(record, viewer)), total };
  }

  async delete(
    request: { treatmentId: string; id: string },
    context: MessageContext,
  ): Promise<void> {
    const { treatmentId, id } = request;
    const command = commandMark(context, `${this.kind.collection}.delete`, request);
    await this.live.find(treatmentId);
    await untilWon(async () => {
      const before = await this.entries.byId(toObjectId(id));
      if (before?.recentCommands.includes(command)) return before;
      if (!before || before.deletedAt || before.treatmentId.toHexString() !== treatmentId)
        throw new DomainError('NOT_FOUND', { kind: this.kind.record });
      return this.move(before, new Date(), command);
    });
    this.events.announce();
  }

  /** Takes an entry deleted after `since` out of the trash; one that is not there changes nothing. */
  async restore(id: string, since: Date, command: string): Promise<void> {
    await untilWon(async () => {
      const before = await this.entries.byId(toObjectId(id));
      if (
        !before ||
        (before.deletedAt && before.deletedAt <= since) ||
        !(await this.diseases.isLive(before.diseaseId))
      )
        throw new DomainError('NOT_FOUND', { kind: 'trashEntry' });
      return before.deletedAt ? this.move(before, null, command) : before;
    });
    this.events.announce();
  }

  /** Stores a new entry; `own` gives the fields that are not common to all entries. */
  protected async store(
    request: { treatmentId: string },
    context: MessageContext,
    own: (common: EntryRecord) => D,
  ): Promise<D> {
    const treatment = await this.live.find(request.treatmentId);
    const now = new Date();
    const _id = newRecordId(context, this.kind.collection);
    const place = { _id, treatmentId: treatment._id, diseaseId: treatment.diseaseId };
    const common = {
      ...newRecord(
        _id,
        this.events.fact(`${this.kind.event}Added`, place),
        idempotencyMark(context, request, now),
        now,
      ),
      ...place,
      enteredBy: subjectKey(context.subject),
    };
    const stored = await this.entries.insertOnce(own(common));
    this.events.announce();
    return stored;
  }

  private move(before: D, deletedAt: Date | null, command: string): Promise<D | null> {
    const fact = deletedAt ? 'Deleted' : 'Restored';
    const entry = this.events.fact(`${this.kind.event}${fact}`, before);
    const set: Partial<EntryRecord> = { deletedAt };
    return this.entries.change(before._id, before, set as Partial<D>, { command, entry });
  }
}
