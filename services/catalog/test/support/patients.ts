import { buyer, type RpcCaller as Caller } from '@ctdb/chassis/testing';
import {
  addHistoryEntry,
  listPatients,
  type Outcome,
  type Patient,
  type RequestInput,
  type Treatment,
} from '@ctdb/contracts';
import type { TestCatalog } from './catalog.js';

export const visit = {
  date: '2025-03-01',
  patientName: 'Ravi Kumar',
  treatmentDescription: 'Green light',
  practitioner: 'Dr. Asha',
};

type Choice = Pick<RequestInput<typeof addHistoryEntry>, 'patientId' | 'newPatient'>;

/** Callers with patients of their own, and what they do. */
export const patientsOf = (catalog: TestCatalog) => {
  let last = 0;
  /** A caller with patients of its own. */
  const newPractice = () => {
    last += 1;
    return catalog.as(buyer('professional', undefined, `${last}`.padStart(24, '0')));
  };
  let treatment: Promise<Treatment> | undefined;
  /** Of one treatment for all, unless a test needs its own. */
  const enter = async (
    caller: Caller,
    changes: Partial<typeof visit & Choice & { outcome: Outcome }> = {},
    own?: Treatment,
  ) => {
    treatment ??= catalog.treatment();
    const { id: treatmentId, diseaseId } = own ?? (await treatment);
    const entry = await caller(addHistoryEntry, { treatmentId, ...visit, ...changes });
    return { ...entry, diseaseId };
  };
  const only = async (caller: Caller): Promise<Patient> => {
    const { items } = await caller(listPatients, {});
    const [patient] = items;
    if (!patient || items.length > 1) throw new Error(`${items.length} patients`);
    return patient;
  };
  /** Two patients of a caller, by name. */
  const pair = async (caller: Caller, ...names: [string, string]) => {
    for (const patientName of names) await enter(caller, { patientName });
    const { items } = await caller(listPatients, {});
    const [one, two] = items;
    if (!one || !two) throw new Error(`${items.length} patients`);
    return [one.id, two.id] as const;
  };
  return { newPractice, enter, only, pair };
};
