import {
  commandFingerprint,
  outboxEntry,
  requireVersion,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import {
  DomainError,
  erasePatient,
  mergePatients,
  patientEvents,
  updatePatient,
  type Patient,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CATALOG_CONFIG, type CatalogConfig } from '../config.js';
import { RegistryProjection } from '../projection/registry-projection.js';
import { ErasureJournal, type Erasure } from './erasure-journal.js';
import { PatientEntriesRepository } from './patient-entries.repository.js';
import type { PatientRecord } from './patient.record.js';
import { erasedKey, PatientsRepository } from './patients.repository.js';
import { PatientsService } from './patients.service.js';

const DAY_MS = 86_400_000;

/** Changes patients, and their entries with them. {@link repair} finishes what a crash interrupts. */
@Injectable()
export class PatientChangesService {
  constructor(
    private readonly records: PatientsRepository,
    private readonly entries: PatientEntriesRepository,
    private readonly patients: PatientsService,
    private readonly registry: RegistryProjection,
    private readonly journal: ErasureJournal,
    @Inject(CATALOG_CONFIG) private readonly config: CatalogConfig,
  ) {}

  async update(
    request: RequestOf<typeof updatePatient>,
    context: MessageContext,
  ): Promise<Patient> {
    const { id, ifMatch, followUpOn } = request;
    const command = commandFingerprint(context, updatePatient.name, request);
    const { _id } = await this.patients.find(id, context.subject);
    const current = await this.patients.get(id, context.subject);
    const changed = await this.records.change(_id, command, (before) => {
      if (!before || before.deletedAt) throw notFound();
      requireVersion(before, ifMatch, () => current);
      if (before.followUpOn === followUpOn) return null;
      const event = { patientId: id, fields: ['followUpOn'] };
      return { set: { followUpOn }, event: outboxEntry(patientEvents.updated, event) };
    });
    return this.patients.toPatient(changed);
  }

  /** A repeated command finishes what the first one began. */
  async merge(request: RequestOf<typeof mergePatients>, context: MessageContext): Promise<Patient> {
    const { id, otherId } = request;
    if (id === otherId)
      throw new DomainError('VALIDATION_FAILED', {
        faults: [{ path: 'otherId', code: 'NOT_ALLOWED' }],
      });
    const command = commandFingerprint(context, mergePatients.name, request);
    const target = await this.patients.find(id, context.subject);
    let isNew = false as boolean;
    const merged = await this.records.change(toObjectId(otherId), command, (before) => {
      if (!before || before.erasedAt || before.holder !== target.holder) throw notFound();
      if (before.mergedInto?.equals(target._id)) return null;
      if (before.deletedAt) throw notFound();
      isNew = true;
      return {
        set: { mergedInto: target._id, deletedAt: new Date() },
        event: outboxEntry(patientEvents.merged, { patientId: id, otherId }),
      };
    });
    // Meanwhile the other one may have been merged into this one, or erased.
    const current = await this.records.findById(target._id);
    if (isNew && current?.deletedAt) await this.separate(merged, target, command);
    if (current?.deletedAt !== null || !merged.mergedInto?.equals(target._id)) throw notFound();
    await this.moveEntries(merged, current);
    await this.keepFollowUp(merged, current, command);
    return this.patients.get(id, context.subject);
  }

  async erase(
    request: RequestOf<typeof erasePatient>,
    context: MessageContext,
  ): Promise<ReplyOf<typeof erasePatient>> {
    const command = commandFingerprint(context, erasePatient.name, request);
    const record = await this.patients.findWithErased(request.id, context.subject);
    if (record.erasedAt && record.backupsUntil)
      return {
        erasedAt: record.erasedAt.toISOString(),
        backupsUntil: record.backupsUntil.toISOString(),
      };
    const spellings = await this.records.findSpellings(record._id);
    return this.eraseNow([record, ...spellings], command);
  }

  /** Erases again what a restored database has brought back. */
  async repeatErasures(now = new Date()): Promise<void> {
    for (const erasure of await this.journal.list(now)) {
      const found = await this.records.findByIds(erasure.patientIds.map(toObjectId));
      const restored = found.filter(({ erasedAt }) => !erasedAt);
      await this.assignEntries(restored);
      await this.eraseAll(restored, erasure, `erasure ${erasure.patientIds[0]}`);
    }
  }

  /** @param records the patient first, then other spellings of it */
  private async eraseNow(
    records: readonly PatientRecord[],
    command: string,
  ): Promise<Pick<Erasure, 'erasedAt' | 'backupsUntil'>> {
    await this.assignEntries(records);
    const ids = records.map(({ _id }) => _id);
    const entryIds = await this.entries.findIds(ids);
    const now = new Date();
    const erasure = {
      patientIds: ids.map((id) => id.toHexString()),
      entryIds: entryIds.map((id) => id.toHexString()),
      erasedAt: now.toISOString(),
      backupsUntil: new Date(
        now.getTime() + this.config.DATABASE_BACKUP_DAYS * DAY_MS,
      ).toISOString(),
    };
    // First: what a crash interrupts is finished by the journal.
    await this.journal.add(erasure);
    // The patient last: until then the command can be repeated.
    return this.eraseAll(records.toReversed(), erasure, command);
  }

  /** Gives patients the entries of their names that have none yet. */
  private async assignEntries(records: readonly PatientRecord[]): Promise<void> {
    for (const record of records)
      await this.entries.assign({ holder: record.holder, patientKey: record.key }, record);
  }

  private async eraseAll(
    records: readonly PatientRecord[],
    erasure: Erasure,
    command: string,
  ): Promise<Pick<Erasure, 'erasedAt' | 'backupsUntil'>> {
    const { erasedAt, backupsUntil } = erasure;
    const names = records.map(({ name }) => name);
    // The entries first: after a crash the names are still known.
    await this.removeNames(erasure, names);
    for (const { _id } of records)
      await this.records.change(_id, command, (before) =>
        before?.erasedAt
          ? null
          : {
              set: {
                name: '',
                sortName: '',
                key: erasedKey(_id),
                followUpOn: null,
                deletedAt: new Date(erasedAt),
                erasedAt: new Date(erasedAt),
                backupsUntil: new Date(backupsUntil),
              },
              event: outboxEntry(patientEvents.erased, {
                patientId: _id.toHexString(),
                backupsUntil,
              }),
            },
      );
    // Entries that were stored meanwhile.
    if (records.length > 0) await this.removeNames(erasure, names);
    return { erasedAt, backupsUntil };
  }

  /**
   * Moves entries of merged patients, and removes names of erased ones that are there again: a crash, an
   * entry stored in between or a restored database may leave them.
   */
  async repair(): Promise<void> {
    await this.repeatErasures();
    const gone = await this.records.findGone();
    if (gone.length === 0) return;
    const erased = new Set(gone.filter((one) => one.erasedAt).map(({ _id }) => _id.toHexString()));
    // Spellings that were merged while the patient was erased.
    for (const record of gone)
      if (!record.erasedAt && record.mergedInto && erased.has(record.mergedInto.toHexString()))
        await this.eraseNow(
          [record, ...(await this.records.findSpellings(record._id))],
          `erasure ${record._id.toHexString()}`,
        );
    const named = new Set(
      (await this.entries.findNamed(gone.map(({ _id }) => _id))).map((id) => id.toHexString()),
    );
    for (const record of gone.filter(({ _id }) => named.has(_id.toHexString()))) {
      const target = await this.records.findMerged(record);
      if (target.erasedAt)
        await this.removeNames(
          {
            patientIds: [record._id.toHexString()],
            entryIds: [],
            erasedAt: target.erasedAt.toISOString(),
          },
          [],
        );
      else await this.moveEntries(record, target);
    }
  }

  private async moveEntries(from: PatientRecord, to: PatientRecord): Promise<void> {
    await this.registry.publish({ treatments: await this.entries.move(from._id, to) });
  }

  /** Takes a merge back. */
  private async separate(
    from: PatientRecord,
    { _id }: PatientRecord,
    command: string,
  ): Promise<void> {
    const event = { patientId: from._id.toHexString(), fields: ['mergedInto'] };
    await this.records.change(from._id, `${command} undone`, (before) =>
      before?.mergedInto?.equals(_id) && !before.erasedAt
        ? {
            set: { mergedInto: null, deletedAt: null },
            event: outboxEntry(patientEvents.updated, event),
          }
        : null,
    );
  }

  /** The day of the next visit of a merged patient, where the other one has none. */
  private async keepFollowUp(
    { followUpOn }: PatientRecord,
    { _id }: PatientRecord,
    command: string,
  ): Promise<void> {
    const event = { patientId: _id.toHexString(), fields: ['followUpOn'] };
    await this.records.change(_id, command, (before) =>
      followUpOn === null || before?.followUpOn || before?.deletedAt
        ? null
        : { set: { followUpOn }, event: outboxEntry(patientEvents.updated, event) },
    );
  }

  private async removeNames(
    { patientIds, entryIds, erasedAt }: Omit<Erasure, 'backupsUntil'>,
    names: readonly string[],
  ): Promise<void> {
    const erased = {
      patientIds: patientIds.map(toObjectId),
      entryIds: entryIds.map(toObjectId),
      erasedAt: new Date(erasedAt),
    };
    await this.registry.publish({ treatments: await this.entries.removeNames(erased, names) });
  }
}

const notFound = () => new DomainError('NOT_FOUND', { kind: 'patient' });
