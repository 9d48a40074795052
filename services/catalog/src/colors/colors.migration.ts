import { STABLE_ORDER, type Migration } from '@ctdb/chassis';
import { fold } from '@ctdb/contracts';
import type { ColorRecord } from '../records/color.record.js';

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
