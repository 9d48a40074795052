import { outboxEntry, practiceKey, purgeAt, toContract, toObjectId } from '@ctdb/chassis';
import {
  DomainError,
  hasRole,
  MAX_EXPORTED_ENTRIES,
  mergedPatient,
  patient as patientSchema,
  patientEntry,
  patientEvents,
  type exportPatient,
  type findNamesakes,
  type listPatientEntries,
  type listPatients,
  type MergedPatient,
  type Patient,
  type PatientEntry,
  type ReplyOf,
  type RequestOf,
  type Subject,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import type { PatientRecord } from '../records/patient.record.js';
import type { HistoryRecord } from '../records/treatment.record.js';
import { PatientEntriesRepository } from './patient-entries.repository.js';
import { PatientsRepository, type PatientScope } from './patients.repository.js';

/** Whose patients `subject` may see. */
const scopeOf = (subject: Subject): PatientScope =>
  hasRole(subject, 'admin') ? undefined : practiceKey(subject);

/** Reads patients with what their entries tell. Entries of deleted diseases do not count. */
@Injectable()
export class PatientsService {
  constructor(
    private readonly patients: PatientsRepository,
    private readonly entries: PatientEntriesRepository,
    private readonly registry: RegistryProjection,
  ) {}

  async list(
    { page, limit, ...filter }: RequestOf<typeof listPatients> & { name?: string },
    viewer: Subject,
  ): Promise<ReplyOf<typeof listPatients>> {
    const offset = (page - 1) * limit;
    const scope = scopeOf(viewer);
    const { records, total } = await this.patients.findPage(scope, filter, offset, limit);
    return { items: await this.toPatients(records), total };
  }

  async get(id: string, viewer: Subject): Promise<Patient> {
    return this.toPatient(await this.find(id, viewer));
  }

  async listEntries(
    { id, page, limit }: RequestOf<typeof listPatientEntries>,
    viewer: Subject,
  ): Promise<ReplyOf<typeof listPatientEntries>> {
    const all = await this.findEntries(await this.find(id, viewer));
    return { items: all.slice((page - 1) * limit, page * limit), total: all.length };
  }

  async export(id: string, viewer: Subject): Promise<ReplyOf<typeof exportPatient>> {
    const record = await this.find(id, viewer);
    const history = await this.findEntries(record);
    const merged = await this.patients.findMergedInto(record._id);
    return {
      exportedAt: new Date().toISOString(),
      patient: await this.toPatient(record),
      merged: merged.filter(({ name }) => name !== '').map(toMergedPatient),
      history: history.slice(0, MAX_EXPORTED_ENTRIES),
    };
  }

  /** The patients of exactly one name, of the practice of another patient or of the caller. */
  async findNamesakes(
    { name, patientId }: RequestOf<typeof findNamesakes>,
    viewer: Subject,
  ): Promise<ReplyOf<typeof findNamesakes>> {
    const practice =
      patientId === undefined ? practiceKey(viewer) : (await this.find(patientId, viewer)).practice;
    return { items: await this.toPatients(await this.patients.findNamesakes(practice, name)) };
  }

  /** The patient, where `viewer` may see it; `NOT_FOUND` else, and for one that was merged or erased. */
  async find(id: string, viewer: Subject): Promise<PatientRecord> {
    const record = await this.findWithErased(id, viewer);
    if (record.deletedAt) throw patientNotFound();
    return record;
  }

  /** The same for an erased patient too. */
  async findWithErased(id: string, viewer: Subject): Promise<PatientRecord> {
    const record = await this.patients.findById(toObjectId(id));
    const scope = scopeOf(viewer);
    if (!record || record.mergedInto || (scope !== undefined && record.practice !== scope))
      throw patientNotFound();
    return record;
  }

  async toPatient(record: PatientRecord): Promise<Patient> {
    const [patient] = await this.toPatients([record]);
    if (!patient) throw new Error('a patient got lost');
    return patient;
  }

  private async toPatients(records: readonly PatientRecord[]): Promise<Patient[]> {
    if (records.length === 0) return [];
    const ids = records.map(({ _id }) => _id);
    const diseaseIds = await this.entries.findDiseaseIds(...ids);
    const { categoryOf } = await this.registry.categories();
    const visible = diseaseIds.filter((id) => categoryOf(id.toHexString()));
    const figures = await this.entries.findFigures(ids, visible);
    return records.map((record) => {
      const own = figures.get(record._id.toHexString()) ?? { entries: 0 };
      return toContract(patientSchema, { ...withoutNulls(record), ...own });
    });
  }

  private async findEntries({ _id }: PatientRecord): Promise<PatientEntry[]> {
    const entries = await this.entries.findEntries(_id);
    // At once: they share one look at the log of changes.
    const diseases = await Promise.all(
      entries.map(({ diseaseId }) => this.registry.get(diseaseId.toHexString())),
    );
    return entries.flatMap((entry, at) => {
      const disease = diseases[at];
      return disease ? [toEntry(entry, disease)] : [];
    });
  }
}

/** The event of changed fields. It says which, never what they contain. */
export const patientUpdated = (id: Types.ObjectId, ...fields: string[]) =>
  outboxEntry(patientEvents.updated, { patientId: id.toHexString(), fields });

/** Of patients that there are not, and of those of others. */
export const patientNotFound = () => new DomainError('NOT_FOUND', { kind: 'patient' });

const withoutNulls = ({ followUpOn, birthYear, place, ...record }: PatientRecord) => ({
  ...record,
  ...(followUpOn && { followUpOn }),
  ...(birthYear && { birthYear }),
  ...(place && { place }),
});

const toMergedPatient = (record: PatientRecord): MergedPatient => {
  const undoableUntil = record.mergedAt && purgeAt(record.mergedAt);
  const isUndoable = undoableUntil && undoableUntil > new Date();
  return toContract(mergedPatient, {
    ...withoutNulls(record),
    ...(isUndoable && { undoableUntil }),
  });
};

/** Its practice and administrators see the whole entry. */
const toEntry = (entry: HistoryRecord, { nameEn, nameKn }: { nameEn: string; nameKn: string }) =>
  toContract(patientEntry, { ...entry, patientNameMasked: false, canEdit: true, nameEn, nameKn });
