import { z } from 'zod';

/** Colours that a protocol can prescribe, with the shade in which each is drawn (sRGB). */
export const protocolColours = {
  red: '#d63a35',
  orange: '#e8792b',
  yellow: '#f2c230',
  lemon: '#d9df3a',
  green: '#3f9b52',
  turquoise: '#2fa9a4',
  blue: '#2f6fc4',
  indigo: '#41479f',
  violet: '#7d4bab',
  purple: '#9a3f9c',
  magenta: '#c8347f',
  pink: '#e88aa9',
  white: '#ffffff',
} as const;

const names = Object.keys(protocolColours) as [
  keyof typeof protocolColours,
  ...(keyof typeof protocolColours)[],
];

/** The name of a colour of {@link protocolColours}. */
export const protocolColour = z.enum(names);
/** See {@link protocolColour}. */
export type ProtocolColour = z.infer<typeof protocolColour>;
/** All names of {@link protocolColours}, in the order of the spectrum. */
export const protocolColourNames = names;
