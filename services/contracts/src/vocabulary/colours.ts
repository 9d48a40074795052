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

/** The name of a colour of {@link protocolColours}. */
export type ProtocolColour = keyof typeof protocolColours;
/** All names of {@link protocolColours}, in the order of the spectrum. */
export const protocolColourNames = Object.keys(protocolColours) as [
  ProtocolColour,
  ...ProtocolColour[],
];
