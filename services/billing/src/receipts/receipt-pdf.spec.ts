import { readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { locales, type ReceiptDocument } from '@ctdb/contracts';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawReceipt } from './receipt-pdf.js';

/** The pictures of Chromium show the seller's name four times as large as the PDF. */
const SCALE = 4;
const ROW_HEIGHT = 120;
/** Where the PDF has the seller's name. */
const NAME = { top: 94, height: 42 };
const pictures = new URL('../../test/pictures/', import.meta.url);
const html = readFileSync(new URL('kannada.html', pictures), 'utf8');
const lines = [...html.matchAll(/<p>(.*)<\/p>/g)].map(([, line = '']) => line);

const document: ReceiptDocument = {
  number: '2026-27/000001',
  kind: 'receipt',
  isTest: true,
  issuedAt: '2026-11-23T20:00:00.000Z',
  seller: { name: 'Clinic', address: '12 MG Road, Bengaluru 560001', gstin: '29AAGCB7383J1Z4' },
  item: 'premium_monthly',
  amountMinor: 249_900,
  currency: 'INR',
  tax: { ratePercent: 18, taxable: 211_780, cgst: 19_060, sgst: 19_060 },
  serviceCode: '998439',
  supplyState: '29',
  paidAt: '2026-11-23T20:00:00.000Z',
  method: 'razorpay',
  reference: 'pay_1',
  payer: 'a***@example.in',
};

let library: PDFiumLibrary;
beforeAll(async () => {
  library = await PDFiumLibrary.init();
});
afterAll(() => library.destroy());

/** A grey picture: how dark each point is. */
interface Ink {
  width: number;
  height: number;
  dark: Uint8Array;
}

const toInk = (rgba: Uint8Array, width: number, top: number, height: number): Ink => ({
  width,
  height,
  dark: Uint8Array.from({ length: width * height }, (_, at) => {
    const [red = 0, , , alpha = 0] = rgba.subarray((top * width + at) * 4);
    return ((255 - red) * alpha) / 255;
  }),
});

/** The picture without its empty margins. */
const trim = ({ width, height, dark }: Ink): Ink => {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const [index, darkness] of dark.entries()) {
    if (darkness <= 100) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const size = { width: right - left + 1, height: bottom - top + 1 };
  const at = (index: number) =>
    (top + Math.floor(index / size.width)) * width + left + (index % size.width);
  return {
    ...size,
    dark: Uint8Array.from({ length: size.width * size.height }, (_, index) => dark[at(index)] ?? 0),
  };
};

/** How much of the ink of both pictures is not in the same place, where they fit best. */
const difference = (one: Ink, other: Ink): number => {
  const sum = [...one.dark, ...other.dark].reduce((total, dark) => total + dark, 0);
  const at = ({ width, height, dark }: Ink, x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (dark[y * width + x] ?? 0);
  const shifted = (dx: number, dy: number) => {
    let different = 0;
    for (let y = -2; y < one.height + 2; y += 1)
      for (let x = -2; x < one.width + 2; x += 1)
        different += Math.abs(at(one, x, y) - at(other, x + dx, y + dy));
    return different / sum;
  };
  return Math.min(...[-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => shifted(dx, dy))));
};

/** Reads the only page of a PDF. */
const readPage = async <T>(pdf: Buffer, read: (page: PDFiumPage) => T | Promise<T>): Promise<T> => {
  const loaded = await library.loadDocument(pdf);
  try {
    expect(loaded.getPageCount()).toBe(1);
    return await read(loaded.getPage(0));
  } finally {
    loaded.destroy();
  }
};

/** How the PDF shows `name`, that of the seller. */
const drawName = (name: string): Promise<Ink> =>
  readPage(drawReceipt({ ...document, seller: { name, address: '' } }, 'kn'), async (page) => {
    const { data, width } = await page.render({ scale: SCALE, render: 'bitmap' });
    return trim(toInk(data, width, NAME.top * SCALE, NAME.height * SCALE));
  });

it('the PDF of a receipt shows words with conjuncts as Chromium does', async () => {
  const picture = await loadImage(readFileSync(new URL('kannada.png', pictures)));
  const canvas = createCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  const chromium = new Uint8Array(data.buffer);
  const differences: Record<string, number> = {};
  for (const [row, line] of lines.entries()) {
    const shown = toInk(chromium, picture.width, row * ROW_HEIGHT, ROW_HEIGHT);
    differences[line] = difference(await drawName(line), trim(shown));
  }
  const wrong = Object.entries(differences).filter(([, share]) => share > 0.06);
  expect(Object.keys(differences)).toHaveLength(8);
  expect(wrong).toEqual([]);
}, 60_000);

it('the PDF of a receipt differs clearly for a word that is put together wrongly', async () => {
  // A joiner keeps the letters of the second word apart.
  expect(difference(await drawName('ಜ್ಞಾನ'), await drawName('ಜ್\u200cಞಾನ'))).toBeGreaterThan(0.2);
}, 60_000);

it('the PDF of a receipt has its number, the tax and the total as text, on one page', async () => {
  const text = await readPage(drawReceipt(document, 'en'), (page) => page.getText());
  for (const part of ['Tax invoice', '2026-27/000001', '24 November 2026', '29AAGCB7383J1Z4'])
    expect(text).toContain(part);
  for (const part of ['CGST 9%', '₹190.60', '₹2,117.80', '₹2,499', 'a***@example.in'])
    expect(text).toContain(part);
  expect(text).toContain('No tax is payable on reverse charge.');
});

it.each(locales)('the PDF names the tax of a union territory (%s)', async (language) => {
  const seller = { ...document.seller, gstin: '04AAGCB7383J1ZG' };
  const chandigarh = { ...document, seller, supplyState: '04' } as const;
  const text = await readPage(drawReceipt(chandigarh, language), (page) => page.getText());
  expect(text).toContain('UTGST 9%');
  expect(text).not.toContain(' SGST');
});

it.each(locales)('the PDF embeds only what it shows of fonts (%s)', (language) => {
  const pdf = drawReceipt(document, language);
  expect(pdf.includes('FontFile2')).toBe(true);
  expect(pdf.length).toBeLessThan(80_000);
});
