import type { Migration } from '@ctdb/chassis';
import type { Collection, Types } from 'mongoose';
import { sampleDiseases } from '../sample-data/index.js';
import type { StoredProtocol, TreatmentRecord } from '../treatments/treatment.records.js';
import { isOldSampleText } from './old-sample-texts.js';
import { sampleRecords } from './sample-records.js';

type Fields = Readonly<Record<string, unknown>>;

interface StoredSample {
  version: number;
  isSample?: boolean;
}

/** What a stored sample becomes. */
interface Correction {
  set: Fields;
  isSample: boolean;
}

/**
 * The corrected texts, with their Kannada twins, of those `fields` in which a stored sample has the
 * text that it was filled with. It is a sample still if these are all, and what `same` names did not
 * change either.
 */
const correctTexts = <F extends { _id: Types.ObjectId }>(
  stored: Fields,
  fresh: F,
  fields: readonly (keyof F & string)[],
  same: readonly (keyof F & string)[] = [],
): Correction => {
  const own = fields.filter(
    (field) =>
      stored[field] === fresh[field] || isOldSampleText(fresh._id, field, String(stored[field])),
  );
  const corrected = own.flatMap((field) => [field, `${field}Kn`]);
  return {
    set: Object.fromEntries(Object.entries(fresh).filter(([field]) => corrected.includes(field))),
    isSample: own.length === fields.length && same.every((field) => stored[field] === fresh[field]),
  };
};

const protocolFields = ['applicationArea', 'duration', 'frequency'] as const;

const correctTreatment = (stored: Fields, fresh: TreatmentRecord): Correction => {
  const texts = correctTexts(stored, fresh, ['descriptionEn', 'descriptionKn']);
  let isSample = texts.isSample;
  const before = stored['protocols'] as StoredProtocol[];
  const protocols = before.map((protocol, index) => {
    const sample = fresh.protocols.find(({ _id }) => _id.equals(protocol._id));
    const correction = sample && correctTexts({ ...protocol }, sample, protocolFields, ['color']);
    if (!correction?.isSample || sample !== fresh.protocols[index]) isSample = false;
    return { ...protocol, ...correction?.set };
  });
  return {
    set: { ...texts.set, protocols },
    isSample: isSample && protocols.length === fresh.protocols.length,
  };
};

/** Corrects the samples of one collection that were not corrected before. */
const correctRecords = async <F extends { _id: Types.ObjectId }>(
  records: Collection<StoredSample>,
  samples: readonly F[],
  correct: (stored: Fields, fresh: F) => Correction,
): Promise<void> => {
  const byId = new Map(samples.map((sample) => [sample._id.toHexString(), sample]));
  const ids = samples.map(({ _id }) => _id);
  for (;;) {
    const left = await records.find({ _id: { $in: ids }, isSample: { $exists: false } }).toArray();
    if (left.length === 0) return;
    for (const stored of left) {
      const fresh = byId.get(stored._id.toHexString());
      if (!fresh) continue;
      const { set, isSample } = correct(stored, fresh);
      // A record that another process changes meanwhile is found again in the next round.
      await records.updateOne(
        { _id: stored._id, version: stored.version },
        { $set: { ...set, isSample }, $inc: { version: 1 } },
      );
    }
  }
};

/**
 * Marks the samples of a database of an earlier version, and replaces each text of them that no person
 * has edited by the one that new databases are filled with.
 */
export const correctSamples: Migration = {
  name: '2026-11-22-samples',
  up: async (connection) => {
    const changedAt = new Date();
    const samples = sampleDiseases.map((sample) => sampleRecords(sample, changedAt));
    await correctRecords(
      connection.collection('diseases'),
      samples.map(({ disease }) => disease),
      (stored, fresh) => {
        const texts = correctTexts(stored, fresh, ['nameEn', 'nameKn', 'notes'], ['category']);
        return { ...texts, set: { ...texts.set, changedAt } };
      },
    );
    await correctRecords(
      connection.collection('treatments'),
      samples.map(({ treatment }) => treatment),
      correctTreatment,
    );
    await correctRecords(
      connection.collection('notes'),
      samples.flatMap(({ notes }) => notes),
      (stored, fresh) => correctTexts(stored, fresh, ['title', 'content']),
    );
    await correctRecords(
      connection.collection('history'),
      samples.flatMap(({ history }) => history),
      (stored, fresh) =>
        correctTexts(
          stored,
          fresh,
          ['treatmentDescription', 'practitioner', 'outcome'],
          ['patientName'],
        ),
    );
  },
};
