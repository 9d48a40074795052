import { commandFingerprint, requireVersion, toObjectId, type MessageContext } from '@ctdb/chassis';
import { type Patient, type Requests, updatePatient } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { PatientRecord } from '../records/patient.record.js';
import { ErasuresService } from './erasures.service.js';
import { PatientEntriesRepository } from './patient-entries.repository.js';
import { PatientMergesService } from './patient-merges.service.js';
import { nameless, PatientsRepository } from './patients.repository.js';
import { patientNotFound, PatientsService, patientUpdated } from './patients.service.js';

/** Changes patients, and their entries with them. {@link repair} finishes what a crash interrupts. */
@Injectable()
export class PatientChangesService {
  constructor(
    private readonly records: PatientsRepository,
    private readonly entries: PatientEntriesRepository,
    private readonly patients: PatientsService,
    private readonly erasures: ErasuresService,
    private readonly merges: PatientMergesService,
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
  async removeUnused(
    id: Types.ObjectId,
    heirId: string | undefined,
    command: string,
  ): Promise<void> {
    const former = await this.records.findActive(id);
    if (!former || former._id.toHexString() === heirId) return;
    const isKept = async ({ deletedAt }: PatientRecord) =>
      deletedAt !== null || (await this.records.findSpellings(id)).length > 0;
    const removed = await this.removeName(id, command, isKept);
    if (removed.deletedAt && heirId !== undefined)
      await this.merges.inherit(former, toObjectId(heirId), command);
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

  /**
   * Moves entries of merged patients, and removes names of erased ones that are there again: a crash, an
   * entry stored in between or a restored database may leave them.
   */
  async repair(): Promise<void> {
    await this.merges.finishUndoing();
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
    const named = await this.entries.findNamed(gone.map(({ _id }) => _id));
    for (const record of gone.filter(({ _id }) => named.has(_id.toHexString()))) {
      const target = await this.records.findMerged(record);
      if (target.erasedAt)
        await this.erasures.removeNames(
          { patientIds: [record._id], entryIds: [], erasedAt: target.erasedAt },
          [],
        );
      else if (target.mergedInto) await this.merges.breakCircle(target);
      // The patient was left while the entry was stored: it gets one of its name.
      else if (target.deletedAt) await this.entries.release([record._id]);
      else await this.merges.moveEntries(record, target);
    }
  }

  /** Removes the name of a patient without entries, unless it is kept. */
  private removeName(
    id: Types.ObjectId,
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
