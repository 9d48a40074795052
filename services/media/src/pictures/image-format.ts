/** Accepted formats. */
export const imageFormats = ['jpeg', 'png', 'webp'] as const;
/** One of {@link imageFormats}. */
export type ImageFormat = (typeof imageFormats)[number];

export const formatInfo: Record<ImageFormat, { contentType: string; extension: string }> = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  webp: { contentType: 'image/webp', extension: 'webp' },
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_CHUNK_FRAME = 12;

/** The format by the first bytes; undefined for all that are not accepted. */
export const detectFormat = (file: Buffer): ImageFormat | undefined => {
  if (file.length >= 3 && file.readUIntBE(0, 3) === 0xff_d8_ff) return 'jpeg';
  if (file.subarray(0, PNG.length).equals(PNG)) return 'png';
  const isRiff = file.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
};

/** Whether a PNG is animated: a chunk `acTL` comes before the first image data. */
export const isAnimatedPng = (file: Buffer): boolean => {
  for (let at = PNG.length; at + PNG_CHUNK_FRAME <= file.length;) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += PNG_CHUNK_FRAME + file.readUInt32BE(at);
  }
  return false;
};
