import { retryOnDeadlock, STABLE_ORDER, type Migration } from '@ctdb/chassis';
import type { Collection } from 'mongoose';
import type { PatientRecord } from '../records/patient.record.js';
import type { HistoryRecord } from '../records/treatment.record.js';
import { nameFields, patientKey, patientKeyRange } from './patient-names.js';

const BATCH_SIZE = 500;

/** The filter of keys that another version has made. */
const isEarlier = (field: 'key' | 'patientKey') => ({
  $or: [{ [field]: { $lt: patientKeyRange.from } }, { [field]: { $gte: patientKeyRange.to } }],
});

/** Patients whose names have become the same stay apart: entries of the name go to the oldest one. */
const renewPatientKeys = async (patients: Collection<PatientRecord>): Promise<void> => {
  for (;;) {
    const found = await patients
      .find({ name: { $gt: '' }, ...isEarlier('key') })
      .sort(STABLE_ORDER)
      .limit(BATCH_SIZE)
      .toArray();
    if (found.length === 0) return;
    const keys = found.map(({ name }) => patientKey(name));
    const there = await patients.find({ key: { $in: keys } }).toArray();
    const taken = new Set(there.map(({ practice, key }) => `${practice} ${key}`));
    const writes = found.map(({ _id, practice, name, key }) => {
      const folded = patientKey(name);
      const place = `${practice} ${folded}`;
      // A join has brought one with an id behind its key.
      const isFurther = key.includes(' ') || taken.has(place);
      if (!isFurther) taken.add(place);
      const renewed = isFurther ? `${folded} ${_id.toHexString()}` : folded;
      const update = { $set: { ...nameFields(name), key: renewed } };
      return { updateOne: { filter: { _id, key }, update } };
    });
    await retryOnDeadlock(() => patients.bulkWrite(writes, { ordered: false }));
  }
};

/** Entries need the key only while they have no patient. */
const renewEntryKeys = async (history: Collection<HistoryRecord>): Promise<void> => {
  for (;;) {
    const found = await history
      .find({ patientName: { $gt: '' }, ...isEarlier('patientKey') })
      .limit(BATCH_SIZE)
      .toArray();
    if (found.length === 0) return;
    const writes = found.map(({ _id, patientName }) => ({
      updateOne: {
        filter: { _id, patientName },
        update: { $set: { patientKey: patientKey(patientName) } },
      },
    }));
    await retryOnDeadlock(() => history.bulkWrite(writes, { ordered: false }));
  }
};

/** Gives patients and entries with keys of an earlier version those of this one. */
export const foldPatientKeys: Migration = {
  name: '2026-11-27-folded-patients',
  up: async (connection) => {
    await renewPatientKeys(connection.collection<PatientRecord>('patients'));
    await renewEntryKeys(connection.collection<HistoryRecord>('history'));
  },
};
