import {
  commandFingerprint,
  idempotencyRecord,
  newRecord,
  newRecordId,
  outboxEntry,
  purgeCutoff,
  requireVersion,
  toObjectId,
  type MessageContext,
} from '@ctdb/chassis';
import {
  DomainError,
  mergePatients,
  type Patient,
  patientEvents,
  type Requests,
  splitPatient,
  undoMerge,
  updatePatient,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import { inheritedFields, type PatientRecord } from '../records/patient.record.js';
import { PatientEntriesRepository } from './patient-entries.repository.js';
import { nameless, PatientsRepository } from './patients.repository.js';
import {
  notAllowed,
  patientNotFound,
  PatientsService,
  patientUpdated,
} from './patients.service.js';

type Id = Types.ObjectId;

/**
 * Changes patients, and their entries with them: says which are one person, takes that back, and splits
 * one in two. `ErasuresService.repair` finishes what a crash interrupts.
 */
@Injectable()
export class PatientChangesService {
  constructor(
    private readonly records: PatientsRepository,
    private readonly entries: PatientEntriesRepository,
    private readonly patients: PatientsService,
    private readonly registry: RegistryProjection,
  ) {}

  async update(request: Requests['updatePatient'], context: MessageContext): Promise<Patient> {
    const { id, ifMatch, ...input } = request;
    const command = commandFingerprint(context, updatePatient.name, request);
    const record = await this.patients.find(id, context.subject);
    const { _id } = record;
    const current = await this.patients.toPatient(record);
    const changed = await this.patients.setFields(_id, command, (before) => {
      if (!before || before.deletedAt) throw patientNotFound();
      requireVersion(before, ifMatch, () => current);
      const fields = (Object.keys(input) as (keyof typeof input)[]).filter(
        // What is not set is absent, null, blank or false.
        (field) => (before[field] || null) !== (input[field] || null),
      );
      return Object.fromEntries(fields.map((field) => [field, input[field]]));
    });
    return this.patients.toPatient(changed);
  }

  /**
   * Removes a patient whose last entry was corrected to name another one, `heirId`, who takes over the day
   * of the next visit. Other spellings of the patient keep it.
   */
  async removeUnused(id: Id, heirId: string | undefined, command: string): Promise<void> {
    const former = await this.records.findActive(id);
    if (!former || former._id.toHexString() === heirId) return;
    const isKept = async ({ deletedAt }: PatientRecord) =>
      deletedAt !== null || (await this.records.findSpellings(id)).length > 0;
    const removed = await this.removeName(id, command, isKept);
    if (removed.deletedAt && heirId !== undefined)
      await this.inherit(former, toObjectId(heirId), command);
  }

  /**
   * Removes the names of patients without entries, those of their other spellings too. Patients with a
   * follow-up date stay, and those that were stored after `cutoff`: an entry may be on its way.
   */
  async removeWithoutEntries(cutoff: Date): Promise<void> {
    const isKept = ({ name, followUpOn }: PatientRecord) => name === '' || followUpOn !== null;
    for await (const ids of this.records.findOld(cutoff)) {
      const used = await this.entries.findNamed(ids);
      for (const id of ids.filter((each) => !used.has(each.toHexString()))) {
        const spellings = await this.records.findSpellings(id);
        // The patient last: the next run finds it again after a crash.
        for (const _id of [...spellings.map((spelling) => spelling._id), id])
          await this.removeName(_id, 'without entries', isKept);
      }
    }
  }

  /** A repeated command finishes what the first one began. */
  async merge(request: Requests['mergePatients'], context: MessageContext): Promise<Patient> {
    const { id, otherId } = request;
    if (id === otherId) throw notAllowed('otherId');
    const command = commandFingerprint(context, mergePatients.name, request);
    const target = await this.patients.find(id, context.subject);
    let isNew = false as boolean;
    const merged = await this.records.change(toObjectId(otherId), command, (before) => {
      if (!before || before.erasedAt || before.practice !== target.practice)
        throw patientNotFound();
      if (before.mergedInto?.equals(target._id)) return null;
      if (before.deletedAt) throw patientNotFound();
      isNew = true;
      const now = new Date();
      return {
        set: {
          mergedInto: target._id,
          mergedAt: now,
          deletedAt: now,
          takenFields: findInherited(before, target),
        },
        event: outboxEntry(patientEvents.merged, { patientId: id, otherId }),
      };
    });
    // Meanwhile the other one may have been merged into this one, or erased.
    const current = await this.records.findById(target._id);
    if (isNew && current?.deletedAt) await this.separate(merged._id, target._id, command);
    if (current?.deletedAt !== null || !merged.mergedInto?.equals(target._id))
      throw patientNotFound();
    await this.moveEntries(merged, current);
    await this.inherit(merged, current._id, command);
    return this.patients.get(id, context.subject);
  }

  /** A repeated command finishes what the first one began, and so does {@link finishUndoing}. */
  async undo(request: Requests['undoMerge'], context: MessageContext): Promise<Patient> {
    const { id, otherId } = request;
    const command = commandFingerprint(context, undoMerge.name, request);
    const target = await this.patients.find(id, context.subject);
    const restored = await this.records.change(toObjectId(otherId), command, (before) => {
      if (!before || before.practice !== target.practice) throw patientNotFound();
      const isOfTarget = before.mergedInto?.equals(target._id) && !before.erasedAt;
      const isRecent = before.mergedAt && before.mergedAt > purgeCutoff(new Date());
      if (!isOfTarget || !isRecent) throw new DomainError('MERGE_NOT_UNDOABLE');
      return {
        set: { mergedInto: null, mergedAt: null, deletedAt: null, returningFrom: target._id },
        event: patientUpdated(before._id, 'mergeUndone'),
      };
    });
    await this.returnEntries(restored);
    return this.patients.get(otherId, context.subject);
  }

  /** The new patient is stored once for each request; a repeated one moves what is left. */
  async split(request: Requests['splitPatient'], context: MessageContext): Promise<Patient> {
    const source = await this.patients.find(request.id, context.subject);
    const entryIds = request.entryIds.map(toObjectId);
    const now = new Date();
    const _id = newRecordId(context, 'patients');
    const key = idempotencyRecord(context, { command: splitPatient.name, ...request }, now);
    const common = newRecord(_id, now, patientUpdated(_id, 'split'), key);
    const original = await this.records.findOriginal(common);
    const isRepeated = original !== null && original !== 'expired';
    if (!isRepeated && !(await this.entries.areOf(source._id, entryIds)))
      throw new DomainError('NOT_FOUND', { kind: 'historyEntry' });
    const created = await this.records.createNamesake(common, source.practice, source.name);
    const moved = await this.entries.reassign(source._id, entryIds, created);
    await this.registry.publish({ treatments: moved });
    return this.patients.get(created._id.toHexString(), context.subject);
  }

  /** Brings back entries where a crash interrupted the undoing of a merge. */
  async finishUndoing(): Promise<void> {
    for (const record of await this.records.findReturning()) await this.returnEntries(record);
  }

  async moveEntries(from: PatientRecord, to: PatientRecord): Promise<void> {
    await this.registry.publish({ treatments: await this.entries.move(from._id, to) });
  }

  /** A crash in the middle of two merges may leave patients that are merged into each other. */
  async breakCircle(record: PatientRecord): Promise<void> {
    const spellings = await this.records.findSpellings(record._id);
    if (!record.mergedInto || !spellings.some(({ _id }) => _id.equals(record._id))) return;
    await this.separate(record._id, record.mergedInto, `circle ${record.version}`);
  }

  /** Gives the patient that stays the fields that only the merged one has. */
  private async inherit(from: PatientRecord, heirId: Id, command: string): Promise<void> {
    await this.patients.setFields(heirId, command, (heir) => {
      const fields = heir && !heir.deletedAt ? findInherited(from, heir) : [];
      return Object.fromEntries(fields.map((field) => [field, from[field]]));
    });
  }

  /** Takes a merge back that another one has overtaken. */
  private async separate(id: Id, targetId: Id, command: string): Promise<void> {
    await this.records.change(id, `${command} undone`, (before) => {
      if (!before?.mergedInto?.equals(targetId) || before.erasedAt) return null;
      const set = { mergedInto: null, mergedAt: null, deletedAt: null };
      return { set, event: patientUpdated(id, 'mergedInto') };
    });
  }

  private async returnEntries(restored: PatientRecord): Promise<void> {
    const former = restored.returningFrom && (await this.records.findById(restored.returningFrom));
    if (!former) return;
    // The former patient may have been merged meanwhile.
    const current = await this.records.findMerged(former);
    const spellings = await this.records.findSpellings(restored._id);
    const from = [former._id, current._id];
    await this.registry.publish({
      treatments: await this.entries.giveBack(from, restored, spellings),
    });
    await this.returnFields(restored, former._id);
    await this.records.endReturn(restored._id);
  }

  /** Takes from the former patient what it has taken over, unless that was changed since. */
  private async returnFields(restored: PatientRecord, formerId: Id): Promise<void> {
    const { takenFields = [], version } = restored;
    const command = `return ${restored._id.toHexString()} ${version}`;
    await this.patients.setFields(formerId, command, (former) => {
      const fields = takenFields.filter((field) => former?.[field] === restored[field]);
      return Object.fromEntries(fields.map((field) => [field, null]));
    });
  }

  /** Removes the name of a patient without entries, unless it is kept. */
  private removeName(
    id: Id,
    command: string,
    isKept: (before: PatientRecord) => boolean | Promise<boolean>,
  ): Promise<PatientRecord> {
    return this.records.change(id, command, async (before) => {
      if (!before) throw patientNotFound();
      if (before.returningFrom || (await isKept(before)) || (await this.entries.exist(id)))
        return null;
      const deletedAt = before.deletedAt ?? new Date();
      return { set: { ...nameless(id), deletedAt }, event: patientUpdated(id, 'name') };
    });
  }
}

/** The fields that are set in `from` and not in `to`. */
const findInherited = (from: PatientRecord, to: PatientRecord) =>
  inheritedFields.filter((field) => from[field] && !to[field]);
