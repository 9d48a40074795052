import { recordIndexes, RecordRepository, STABLE_ORDER, type Migration } from '@ctdb/chassis';
import { fold } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ColorRecord } from '../records/color.record.js';
import { TreatmentRecord, withAddedColor } from '../records/treatment.record.js';

/** The keys of colors are folded names. A later one of two names that have become the same keeps a key of its own. */
export const foldColorKeys: Migration = {
  name: '2026-11-27-folded-colors',
  up: async (connection) => {
    const colors = connection.collection<ColorRecord>('colors');
    const all = await colors.find().sort(STABLE_ORDER).toArray();
    for (const [field, key] of [
      ['nameEn', 'nameKey'],
      ['nameKn', 'nameKnKey'],
    ] as const) {
      const toPlace = (color: ColorRecord) => `${fold(color[field])} ${Number(color.deletedAt)}`;
      const isFolded = (color: ColorRecord) => color[key] === fold(color[field]);
      const taken = new Set(all.filter(isFolded).map(toPlace));
      for (const color of all.filter((each) => !isFolded(each))) {
        const folded = fold(color[field]);
        const own = taken.has(toPlace(color)) ? `${folded} ${color._id.toHexString()}` : folded;
        taken.add(toPlace(color));
        await colors.updateOne({ _id: color._id }, { $set: { [key]: own } });
      }
    }
  },
};

/** The collection `colors`. */
@Injectable()
export class ColorsRepository extends RecordRepository<ColorRecord> {
  constructor(
    @InjectModel(ColorRecord.name) model: Model<ColorRecord>,
    @InjectModel(TreatmentRecord.name) private readonly treatments: Model<TreatmentRecord>,
  ) {
    super(model, [
      ...recordIndexes,
      // Any number of removed colors had the same name.
      { name: 'nameKey', key: { nameKey: 1, deletedAt: 1 }, unique: true },
      { name: 'nameKnKey', key: { nameKnKey: 1, deletedAt: 1 }, unique: true },
    ]);
  }

  /** The colors that are not removed, by their English names. */
  list(): Promise<ColorRecord[]> {
    return this.findMany({ deletedAt: null }, { sort: { nameKey: 1 } });
  }

  /** Whether a color that is not removed has this English name. */
  async isTaken(nameKey: string): Promise<boolean> {
    return (await this.model.exists({ nameKey, deletedAt: null }).exec()) !== null;
  }

  /** Whether a protocol of any treatment, deleted or not, has this added color. */
  async isUsed(id: string): Promise<boolean> {
    const filter = { 'protocols.color': id, ...withAddedColor };
    return (await this.treatments.exists(filter).exec()) !== null;
  }
}
