import sharp, { type Sharp } from 'sharp';

/** Something that looks and compresses like a photograph, as a JPEG. */
export const photograph = (width: number, height: number): Promise<Buffer> =>
  canvas(width, height).jpeg({ quality: 85 }).toBuffer();

/** Noise over a middle gray, to be encoded as one likes. */
export const canvas = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#7f8c8d',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });

/** Four corners by which one can tell how a picture lies: red, green, blue, white, in reading order. */
export const corners = async (width = 60, height = 40): Promise<Buffer> => {
  const colours = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ] as const;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const corner = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      data.set(colours[corner] ?? [], (y * width + x) * 3);
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

/** The colours of the four corners, in reading order, each as the strongest channels' letters. */
export const cornersOf = async (file: Buffer): Promise<string[]> => {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const at = (x: number, y: number) => {
    const start = (Math.floor(y) * width + Math.floor(x)) * channels;
    return ['r', 'g', 'b'].filter((_, channel) => (data[start + channel] ?? 0) > 140).join('');
  };
  return [
    at(width / 4, height / 4),
    at((3 * width) / 4, height / 4),
    at(width / 4, (3 * height) / 4),
    at((3 * width) / 4, (3 * height) / 4),
  ];
};
