import { type ProtocolColor, protocolColors } from '@ctdb/contracts';
import sharp from 'sharp';
import { z } from 'zod';
import listed from './body-areas.json' with { type: 'json' };

const bodyArea = z.strictObject({ x: z.number(), y: z.number(), radius: z.number() });
/** A spot on the figure that {@link sampleImageSvg} draws, in its own units: 400 wide, 300 high. */
type BodyArea = z.output<typeof bodyArea>;

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

const WIDTH = 1_200;
const SVG_READER = { operation: ['VipsForeignLoadSvg'] };

/** A figure of plain shapes: head, neck, trunk, arms and legs. */
const FIGURE = `
  <circle cx="200" cy="40" r="20"/>
  <rect x="192" y="55" width="16" height="20" rx="6"/>
  <path d="M172 74 h56 q14 2 16 18 l10 76 q1 8 -6 9 q-7 1 -8 -6 l-12 -62 v60 q0 8 -8 8 h-40 q-8 0 -8 -8 v-60 l-12 62 q-1 7 -8 6 q-7 -1 -6 -9 l10 -76 q2 -16 16 -18 z"/>
  <path d="M174 168 h24 v96 q0 10 -11 10 q-11 0 -11 -10 z"/>
  <path d="M202 168 h24 l-2 96 q0 10 -11 10 q-11 0 -11 -10 z"/>`;

const glow = ({ x, y, radius }: BodyArea): string =>
  `<circle cx="${x}" cy="${y}" r="${radius * 1.9}" fill="url(#light)"/>`;

const beam = ({ x, y, radius }: BodyArea): string =>
  `<path d="M318 20 L${x - radius} ${y} L${x + radius} ${y + radius / 2} Z" fill="url(#beam)"/>`;

/** A figure, with light of the protocol's colour on the application area. */
const sampleImageSvg = (color: ProtocolColor, applicationArea: string): string => {
  const shade = protocolColors[color];
  const spots = findBodyAreas(applicationArea);
  const light = spots.length > 0 ? spots : [{ x: 200, y: 150, radius: 92 }];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="${WIDTH}" height="${WIDTH * 0.75}">
  <defs>
    <radialGradient id="light">
      <stop offset="0" stop-color="${shade}" stop-opacity="0.95"/>
      <stop offset="0.45" stop-color="${shade}" stop-opacity="0.6"/>
      <stop offset="1" stop-color="${shade}" stop-opacity="0"/>
    </radialGradient>
    <linearGradient id="beam" x1="1" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${shade}" stop-opacity="0.5"/>
      <stop offset="1" stop-color="${shade}" stop-opacity="0.06"/>
    </linearGradient>
    <linearGradient id="wall" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#22303c"/>
      <stop offset="1" stop-color="#18222b"/>
    </linearGradient>
  </defs>
  <rect width="400" height="300" fill="url(#wall)"/>
  <ellipse cx="200" cy="277" rx="70" ry="8" fill="#10181f"/>
  <g fill="#5d7283">${FIGURE}</g>
  ${spots.map(beam).join('')}
  ${light.map(glow).join('')}
  <path d="M306 6 h28 l6 16 q-20 10 -40 0 z" fill="#8fa3b3"/>
  <ellipse cx="320" cy="22" rx="20" ry="5" fill="${shade}"/>
</svg>`;
};

/** SVG stays readable for all drawings of this process until the last one is done. */
let drawing = 0;

/** The drawing as a file for upload. */
export const renderSampleImage = async (color: ProtocolColor, applicationArea: string) => {
  // SVG is decoded only for this drawing.
  drawing += 1;
  sharp.unblock(SVG_READER);
  try {
    return await sharp(Buffer.from(sampleImageSvg(color, applicationArea)))
      .removeAlpha()
      .webp({ quality: 90, effort: 2 })
      .toBuffer();
  } finally {
    drawing -= 1;
    if (drawing === 0) sharp.block(SVG_READER);
  }
};
