import {
  commandFingerprint,
  outboxEntry,
  requireVersion,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import {
  DomainError,
  mergePatients,
  patientEvents,
  updatePatient,
  type Patient,
  type RequestOf,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { RegistryProjection } from '../projection/registry-projection.js';
import { ErasuresService } from './erasures.service.js';
import { PatientEntriesRepository } from './patient-entries.repository.js';
import type { PatientRecord } from './patient.record.js';
import { nameless, PatientsRepository } from './patients.repository.js';
import { PatientsService } from './patients.service.js';

/** Changes patients, and their entries with them. {@link repair} finishes what a crash interrupts. */
@Injectable()
export class PatientChangesService {
  constructor(
    private readonly records: PatientsRepository,
    private readonly entries: PatientEntriesRepository,
    private readonly patients: PatientsService,
    private readonly registry: RegistryProjection,
    private readonly erasures: ErasuresService,
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
      return { set: { followUpOn }, event: updatedEvent(_id, 'followUpOn') };
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
      if (!before || before.erasedAt || before.practice !== target.practice) throw notFound();
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
    await this.keepFollowUp(merged, current._id, command);
    return this.patients.get(id, context.subject);
  }

  /**
   * Removes a patient whose last entry was corrected to name another one, `heirId`, who takes over the day
   * of the next visit. Other spellings of the patient keep it.
   */
  async removeUnused(
    id: Types.ObjectId,
    heirId: string | undefined,
    command: string,
  ): Promise<void> {
    const former = await this.records.findActive(id);
    if (!former || former._id.toHexString() === heirId) return;
    const removed = await this.records.change(id, command, async (before) => {
      if (!before) throw notFound();
      const isUsed = before.deletedAt !== null || (await this.entries.exist(id));
      if (isUsed || (await this.records.findSpellings(id)).length > 0) return null;
      return {
        set: { ...nameless(id), deletedAt: new Date() },
        event: updatedEvent(id, 'name'),
      };
    });
    if (removed.deletedAt && heirId !== undefined)
      await this.keepFollowUp(former, toObjectId(heirId), command);
  }

  /**
   * Removes the names of patients without entries, those of their other spellings too. Patients with a
   * follow-up date stay, and those that were stored after `cutoff`: an entry may be on its way.
   */
  async removeWithoutEntries(cutoff: Date): Promise<void> {
    for await (const ids of this.records.findOld(cutoff)) {
      const used = new Set((await this.entries.findNamed(ids)).map((id) => id.toHexString()));
      for (const id of ids.filter((each) => !used.has(each.toHexString()))) {
        const spellings = await this.records.findSpellings(id);
        // The patient last: the next run finds it again after a crash.
        for (const _id of [...spellings.map((spelling) => spelling._id), id])
          await this.removeName(_id);
      }
    }
  }

  /**
   * Moves entries of merged patients, and removes names of erased ones that are there again: a crash, an
   * entry stored in between or a restored database may leave them.
   */
  async repair(): Promise<void> {
    await this.erasures.repeat();
    const gone = await this.records.findGone();
    if (gone.length === 0) return;
    const erased = new Set(gone.filter((one) => one.erasedAt).map(({ _id }) => _id.toHexString()));
    // Spellings that were merged while the patient was erased.
    for (const record of gone)
      if (!record.erasedAt && record.mergedInto && erased.has(record.mergedInto.toHexString()))
        await this.erasures.eraseNow(
          [record, ...(await this.records.findSpellings(record._id))],
          `erasure ${record._id.toHexString()}`,
        );
    for (const record of gone) await this.erasures.takeUnowned(record);
    const named = new Set(
      (await this.entries.findNamed(gone.map(({ _id }) => _id))).map((id) => id.toHexString()),
    );
    for (const record of gone.filter(({ _id }) => named.has(_id.toHexString()))) {
      const target = await this.records.findMerged(record);
      if (target.erasedAt)
        await this.erasures.removeNames(
          {
            patientIds: [record._id.toHexString()],
            entryIds: [],
            erasedAt: target.erasedAt.toISOString(),
          },
          [],
        );
      else if (target.mergedInto) await this.breakCircle(target);
      // The patient was left while the entry was stored: it gets one of its name.
      else if (target.deletedAt) await this.entries.release([record._id]);
      else await this.moveEntries(record, target);
    }
  }

  private async removeName(id: Types.ObjectId): Promise<void> {
    await this.records.change(id, 'without entries', async (before) => {
      if (!before) throw notFound();
      if (before.name === '' || before.followUpOn !== null) return null;
      if (await this.entries.exist(id)) return null;
      const deletedAt = before.deletedAt ?? new Date();
      return { set: { ...nameless(id), deletedAt }, event: updatedEvent(id, 'name') };
    });
  }

  /** A crash in the middle of two merges may leave patients that are merged into each other. */
  private async breakCircle(record: PatientRecord): Promise<void> {
    const spellings = await this.records.findSpellings(record._id);
    if (!record.mergedInto || !spellings.some(({ _id }) => _id.equals(record._id))) return;
    const command = `circle ${record.version}`;
    await this.separate(record, { _id: record.mergedInto }, command);
  }

  private async moveEntries(from: PatientRecord, to: PatientRecord): Promise<void> {
    await this.registry.publish({ treatments: await this.entries.move(from._id, to) });
  }

  /** Takes a merge back. */
  private async separate(
    from: PatientRecord,
    { _id }: Pick<PatientRecord, '_id'>,
    command: string,
  ): Promise<void> {
    await this.records.change(from._id, `${command} undone`, (before) =>
      before?.mergedInto?.equals(_id) && !before.erasedAt
        ? {
            set: { mergedInto: null, deletedAt: null },
            event: updatedEvent(from._id, 'mergedInto'),
          }
        : null,
    );
  }

  /** The day of the next visit of a patient that goes, where the other one has none. */
  private async keepFollowUp(
    { followUpOn }: PatientRecord,
    otherId: Types.ObjectId,
    command: string,
  ): Promise<void> {
    await this.records.change(otherId, command, (before) =>
      followUpOn === null || before?.followUpOn || before?.deletedAt
        ? null
        : { set: { followUpOn }, event: updatedEvent(otherId, 'followUpOn') },
    );
  }
}

const updatedEvent = (id: Types.ObjectId, field: keyof PatientRecord) =>
  outboxEntry(patientEvents.updated, { patientId: id.toHexString(), fields: [field] });

const notFound = () => new DomainError('NOT_FOUND', { kind: 'patient' });
