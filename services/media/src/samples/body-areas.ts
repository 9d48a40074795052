import { z } from 'zod';
import listed from './body-areas.json' with { type: 'json' };

const bodyArea = z.strictObject({ x: z.number(), y: z.number(), radius: z.number() });
/** A spot on the figure that {@link sampleImageSvg} draws, in its own units: 400 wide, 300 high. */
export type BodyArea = z.output<typeof bodyArea>;

/** The spots of areas and the English words by which they are known, the more special ones first. */
const areas = z
  .array(z.strictObject({ words: z.array(z.string()), spots: z.array(bodyArea) }))
  .parse(listed);

/** The lit body areas; none if the light falls on the whole body, or into the room. */
export const findBodyAreas = (applicationArea: string): readonly BodyArea[] => {
  const text = applicationArea.toLowerCase();
  const names = (words: readonly string[]) => words.some((word) => text.includes(word));
  if (names(['room', 'whole', 'bedside'])) return [];
  return areas.find(({ words }) => names(words))?.spots ?? [];
};
