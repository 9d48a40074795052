import { deterministicId, hashedTexts, STABLE_ORDER, type Migration } from '@ctdb/chassis';
import type { Collection } from 'mongoose';
import type { ImageRecord } from '../images/image.schema.js';

const isOldText = hashedTexts(
  'EH2LVfyk1DtqV4DgDUpYn1Nr0bMs3sQzJPnlUl5lHFCNHH9sVGO2y4aWR2UjLCnq2nmnaOj4xTMVLepv7_H-tEIX0PSsW2-5VAqYKeB4g5tRguFEYRHKUPhmmTEsrw-ewGph99Hj0IBusQkEy71_DY0f1Ikfv1loetQH-eWjBmLsfvy1YlyP9gUAy3bmj-zClig2N1VGPSvBU4j71QgebmfST9xrKIaS05x5wh6t6JHFHI4QLPBt7ypZ4T3YXGDE0YRarvZqI5QkQ2ijLFnIgakm9kFwEV3EuIxQJhcg2tlclb-O1iTJEerdce4h9fsDLZ3pqFsDHV_BOc65_6urmj6XZZWr0LF8hpEVveN7vEk5yitIDO8kIVw2Z-ZqKMcp-anlWWZZ3pzfh3JOeIVllEA1dUv61Ad4oS1p8GvTfmaXJD2xivbPMfwqXPqs15Zn0iFNhufsAgVZRB31x0kXtbiiNkN61zlM',
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
    const isUnmarked = { isSample: { $exists: false } };
    const unmarked = images
      .find(isUnmarked)
      .project<ImageRecord>({ treatmentId: 1, title: 1, description: 1 })
      .sort(STABLE_ORDER);
    for await (const image of unmarked) {
      const { _id, treatmentId } = image;
      if (!deterministicId('image', `sample/${treatmentId.toHexString()}`).equals(_id)) continue;
      const [title, description] = [splitText(image, 'title'), splitText(image, 'description')];
      const isSample = title !== undefined && description !== undefined;
      // Of what happens to an image meanwhile, only a person's edit matters.
      await images.updateOne(
        { _id, title: image.title, description: image.description, ...isUnmarked },
        { $set: { ...title, ...description, isSample }, $inc: { version: 1 } },
      );
    }
  },
};
