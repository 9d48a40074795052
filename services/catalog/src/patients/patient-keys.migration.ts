import { retryOnDeadlock, STABLE_ORDER, type Migration } from '@ctdb/chassis';
import { fold } from '@ctdb/contracts';
import type { Collection } from 'mongoose';
import type { PatientRecord } from '../records/patient.record.js';
import type { HistoryRecord } from '../records/treatment.record.js';
import { nameWords, patientKey, patientKeyRange } from './patient-names.js';

const BATCH_SIZE = 500;

/** The filter of keys that another version has made. */
const isEarlier = (field: 'key' | 'patientKey') => ({
  $or: [{ [field]: { $lt: patientKeyRange.from } }, { [field]: { $gte: patientKeyRange.to } }],
});

/** What a patient has of its name beside the key. */
export const storedNames = (name: string) => ({
  sortName: fold(name),
  searchWords: nameWords(name),
});

/**
 * Gives patients with keys of an earlier version those of this one. Patients whose names have become the same stay
 * apart: entries of the name go to the oldest one. Only a patient of exactly the name of one with a key of this version
 * is merged into it: a process of the version before did not find that one.
 */
export const renewPatientKeys = async (
  patients: Pick<Collection<PatientRecord>, 'find' | 'bulkWrite'>,
): Promise<void> => {
  for (;;) {
    const found = await patients
      .find({ name: { $gt: '' }, ...isEarlier('key') })
      .sort(STABLE_ORDER)
      .limit(BATCH_SIZE)
      .toArray();
    if (found.length === 0) return;
    const toPlace = ({ practice, name }: PatientRecord) => `${practice} ${patientKey(name)}`;
    const there = await patients
      .find({ key: { $in: found.map(({ name }) => patientKey(name)) } })
      .toArray();
    const known = new Map(there.map((record) => [`${record.practice} ${record.key}`, record]));
    const writes = found.map((record) => {
      const { _id, name, key } = record;
      const other = known.get(toPlace(record));
      // A join has brought it.
      const isSecond = key.includes(' ');
      if (!isSecond && !other) known.set(toPlace(record), record);
      const isSame = !isSecond && other?.name === name && !record.deletedAt;
      const renewed =
        isSecond || other ? `${patientKey(name)} ${_id.toHexString()}` : patientKey(name);
      const set = {
        key: renewed,
        ...storedNames(name),
        ...(isSame && { mergedInto: other._id, deletedAt: new Date() }),
      };
      const update = { $set: set, $inc: { version: isSame ? 1 : 0 } };
      return { updateOne: { filter: { _id, key }, update } };
    });
    await retryOnDeadlock(() => patients.bulkWrite(writes, { ordered: false }));
  }
};

/** The same for entries, which need the key only while they have no patient. */
const renewEntryKeys = async (
  history: Pick<Collection<HistoryRecord>, 'find' | 'bulkWrite'>,
): Promise<void> => {
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

/** `PracticesService` renews the keys that processes of the version before store afterwards. */
export const foldPatientKeys: Migration = {
  name: '2026-11-27-folded-patients',
  up: async (connection) => {
    await renewPatientKeys(connection.collection<PatientRecord>('patients'));
    await renewEntryKeys(connection.collection<HistoryRecord>('history'));
  },
};
