import { deterministicId, hashedTexts, STABLE_ORDER, type Migration } from '@ctdb/chassis';
import type { Collection } from 'mongoose';
import type { ImageRecord } from '../images/image.schema.js';

const isOldText = hashedTexts(
  'EH2LVtqV4Dn1Nr0QzJPnHFCNHO2y4aLCnq2j4xTM7_H-tSsW2-KeB4gFEYRHmTEsrph99HsQkEy0f1IketQH-Lsfvy9gUAyzCligPSvBUgebmfKIaS06t6JHLPBt73YXGDrvZqIijLFn9kFwExQJhclb-O1rdce4LZ3pq_BOc6mj6XZF8hpEvEk5y8kIVwKMcp-ZZ3pzeIVllv61Ad8GvTf2xivbXPqs1FNhufRB31xiiNkN',
);

/** Texts of samples that have changed since. */
const changed: Readonly<Record<string, string>> = {
  'ಕಾಲಿನ ಉಬ್ಬಿದ ರಕ್ತನಾಳಗಳು': 'ಕಾಲಿನ ಉಬ್ಬಿದ ರಕ್ತನಾಳಗಳು (ವೆರಿಕೋಸ್ ವೇನ್ಸ್)',
  'ಕಿರಿಕಿರಿ ಕರುಳಿನ ತೊಂದರೆ': 'ಕೆರಳುವ ಕರುಳಿನ ತೊಂದರೆ (ಐಬಿಎಸ್)',
  'Itching area': 'Itchy area',
};

/** "Chest · ಎದೆ" in a field of its own for each language. */
const splitText = ({ _id, ...record }: ImageRecord, field: 'title' | 'description') => {
  const text = record[field];
  if (!isOldText(_id, field, text)) return undefined;
  const [english, kannada] = text.split(' · ').map((part) => changed[part] ?? part);
  return { [field]: english, [`${field}Kn`]: kannada };
};

/** Marks the images that were drawn for sample treatments, and gives them a text for each language. */
export const correctSampleImages: Migration = {
  name: '2026-11-22-sample-images',
  up: async (connection) => {
    const images: Collection<ImageRecord> = connection.collection('images');
    const unmarked = images
      .find({ isSample: { $exists: false } })
      .project<ImageRecord>({ treatmentId: 1, title: 1, description: 1, version: 1 })
      .sort(STABLE_ORDER);
    for await (const image of unmarked) {
      const { _id, treatmentId, version } = image;
      if (!deterministicId('image', `sample/${treatmentId.toHexString()}`).equals(_id)) continue;
      const [title, description] = [splitText(image, 'title'), splitText(image, 'description')];
      const isSample = title !== undefined && description !== undefined;
      await images.updateOne(
        { _id, version },
        { $set: { ...title, ...description, isSample }, $inc: { version: 1 } },
      );
    }
  },
};
