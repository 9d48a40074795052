import { commandFingerprint, outboxEntry, toContract, type MessageContext } from '@ctdb/chassis';
import {
  erasePatient,
  MAX_MENTIONS,
  mention,
  type Mention,
  patientEvents,
  type Requests,
  type Subject,
  toBackupsUntil,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { CATALOG_CONFIG, type CatalogConfig } from '../config.js';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import type { PatientRecord } from '../records/patient.record.js';
import { ErasureJournal, type Erasure } from './erasure-journal.js';
import { MentionsRepository } from './mentions.repository.js';
import { nameFinder } from './name-remover.js';
import { PatientEntriesRepository, type ErasedEntries } from './patient-entries.repository.js';
import { PatientChangesService } from './patient-changes.service.js';
import { nameless, PatientsRepository } from './patients.repository.js';
import { PatientsService } from './patients.service.js';

/** Removes patients from their entries for good, and finds what that cannot decide. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly records: PatientsRepository,
    private readonly entries: PatientEntriesRepository,
    private readonly patients: PatientsService,
    private readonly changes: PatientChangesService,
    private readonly registry: RegistryProjection,
    private readonly journal: ErasureJournal,
    private readonly texts: MentionsRepository,
    @Inject(CATALOG_CONFIG) private readonly config: CatalogConfig,
  ) {}

  async erase(request: Requests['erasePatient'], context: MessageContext) {
    const command = commandFingerprint(context, erasePatient.name, request);
    const record = await this.patients.findWithErased(request.id, context.subject);
    if (record.erasedAt && record.backupsUntil) return toContract(erasePatient.reply, record);
    const spellings = await this.records.findSpellings(record._id);
    return toContract(erasePatient.reply, await this.eraseNow([record, ...spellings], command));
  }

  /** The texts that an erasure leaves as they are. Nothing of it is stored. */
  async listMentions({ id }: Requests['listMentions'], viewer: Subject) {
    const patient = await this.patients.find(id, viewer);
    const all = [patient, ...(await this.records.findSpellings(patient._id))];
    const isNamed = nameFinder(all.map(({ name }) => name));
    const ids = all.map(({ _id }) => _id);
    const { categoryOf } = await this.registry.categories();
    const items: Mention[] = [];
    let total = 0;
    for await (const { texts, ...place } of this.texts.readTexts(patient.practice, ids)) {
      const diseaseId = place.diseaseId.toHexString();
      // Not in the trash.
      if (!categoryOf(diseaseId) || !texts.some(isNamed)) continue;
      total += 1;
      const disease = items.length < MAX_MENTIONS && (await this.registry.get(diseaseId));
      if (!disease) continue;
      const { nameEn, nameKn } = disease;
      items.push(toContract(mention, { ...place, nameEn, nameKn }));
    }
    return { items, total };
  }

  /**
   * Moves entries of merged patients, and removes names of erased ones that are there again: a crash, an
   * entry stored in between or a restored database may leave them.
   */
  async repair(): Promise<void> {
    await this.changes.finishUndoing();
    await this.repeat();
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
    for (const record of gone) await this.takeUnowned(record);
    const named = await this.entries.findNamed(gone.map(({ _id }) => _id));
    for (const record of gone.filter(({ _id }) => named.has(_id.toHexString()))) {
      const target = await this.records.findMerged(record);
      if (target.erasedAt)
        await this.removeNames(
          { patientIds: [record._id], entryIds: [], erasedAt: target.erasedAt },
          [],
        );
      else if (target.mergedInto) await this.changes.breakCircle(target);
      // The patient was left while the entry was stored: it gets one of its name.
      else if (target.deletedAt) await this.entries.release([record._id]);
      else await this.changes.moveEntries(record, target);
    }
  }

  /** Erases all patients of a practice, and names in its entries that have no patient. */
  async erasePractice(practice: string): Promise<void> {
    const records = await this.records.findOfPractice(practice);
    if (records.length > 0) await this.eraseNow(records, `erasure ${practice}`);
    await this.registry.publish({ treatments: await this.entries.removeAllNames(practice) });
  }

  /** Erases again what a restored database has brought back. */
  private async repeat(): Promise<void> {
    const now = new Date();
    for (const erasure of await this.journal.list(now)) {
      const found = await this.records.findByIds(erasure.patientIds);
      const restored = found.filter(({ erasedAt }) => !erasedAt);
      if (restored.length > 0) {
        // A backup may have copied the names that a restore brought back: it holds them from now on.
        erasure.backupsUntil = toBackupsUntil(now, this.config);
        await this.journal.add(erasure);
      }
      await this.assignEntries(restored);
      await this.eraseAll(restored, erasure, `erasure ${String(erasure.patientIds[0])}`);
    }
  }

  /** @param records the patient first, then other spellings of it */
  private async eraseNow(records: readonly PatientRecord[], command: string): Promise<Erasure> {
    // Entries on their way between patients are not yet with the one that they are of.
    await this.changes.finishUndoing();
    await this.assignEntries(records);
    const patientIds = records.map(({ _id }) => _id);
    const entryIds = await this.entries.findIds(patientIds);
    const erasedAt = new Date();
    const backupsUntil = toBackupsUntil(erasedAt, this.config);
    const erasure = { patientIds, entryIds, erasedAt, backupsUntil };
    // First: what a crash interrupts is finished by the journal.
    await this.journal.add(erasure);
    // The patient last: until then the command can be repeated.
    await this.eraseAll(records.toReversed(), erasure, command);
    return erasure;
  }

  /** Gives patients the entries of their names that have none yet. */
  private async assignEntries(records: readonly PatientRecord[]): Promise<void> {
    for (const record of records)
      await this.entries.assign({ practice: record.practice, patientKey: record.key }, record);
  }

  private async eraseAll(
    records: readonly PatientRecord[],
    erasure: Erasure,
    command: string,
  ): Promise<void> {
    const { erasedAt, backupsUntil } = erasure;
    const names = records.map(({ name }) => name);
    // The entries first: after a crash the names are still known.
    await this.removeNames(erasure, names);
    for (const { _id } of records)
      await this.records.change(_id, command, (before) => {
        if (before?.erasedAt) return null;
        const times = { deletedAt: erasedAt, erasedAt, backupsUntil };
        const idempotency = before?.idempotency && { ...before.idempotency, requestHash: '' };
        const payload = { patientId: _id.toHexString(), backupsUntil: backupsUntil.toISOString() };
        return {
          set: { ...nameless(_id), ...times, ...(idempotency && { idempotency }) },
          event: outboxEntry(patientEvents.erased, payload),
        };
      });
    if (records.length === 0) return;
    // Entries that were stored meanwhile.
    await this.removeNames(erasure, names);
    // Views that were read meanwhile have year of birth and place.
    const treatments = await this.entries.findDiseaseIds(...records.map(({ _id }) => _id));
    await this.registry.publish({ treatments });
  }

  /** Gives an erased patient the entries that turn out to be of its practice; `repair` erases them. */
  private async takeUnowned(record: PatientRecord): Promise<void> {
    const { practice, erasedAt, unownedEntryIds = [] } = record;
    if (!erasedAt || unownedEntryIds.length === 0) return;
    // One that was corrected since has another name.
    const sameName = { editedAt: { $not: { $gt: erasedAt } } };
    await this.entries.assign({ _id: { $in: unownedEntryIds }, practice, ...sameName }, record);
  }

  /**
   * Removes the names of erased patients from the entries that bear them; `names` from their texts too.
   */
  private async removeNames(erased: ErasedEntries, names: readonly string[]): Promise<void> {
    await this.registry.publish({ treatments: await this.entries.removeNames(erased, names) });
  }
}
