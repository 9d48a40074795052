import { createRequire } from 'node:module';
import { GlobalFonts, PDFDocument } from '@napi-rs/canvas';
import {
  type Locale,
  type ReceiptDocument,
  type ReceiptLine,
  toReceiptView,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';

/** A4, in points. */
const PAGE = { width: 595, height: 842, margin: 56 } as const;
const RIGHT = PAGE.width - PAGE.margin;
const VALUES = 250;

/** The fonts of the web pages: Latin letters and digits, then Kannada. */
const fontsOf = (weight: string) => [
  `source-sans-3/${weight}/SourceSans3_${weight}.ttf`,
  `noto-sans-kannada/${weight}/NotoSansKannada_${weight}.ttf`,
];
const fonts = { regular: fontsOf('400Regular'), bold: fontsOf('700Bold') } as const;

const { resolve } = createRequire(import.meta.url);
for (const file of Object.values(fonts).flat())
  if (!GlobalFonts.registerFromPath(resolve(`@expo-google-fonts/${file}`), file))
    throw new Error(`the font ${file} cannot be read`);

/** A pen that goes down the page, line by line. */
class Pen {
  private y = PAGE.margin + 24;

  constructor(private readonly canvas: ReturnType<PDFDocument['beginPage']>) {}

  setFont(weight: keyof typeof fonts, size: number): this {
    this.canvas.font = `${size}px ${fonts[weight].map((name) => `"${name}"`).join()}`;
    return this;
  }

  write(text: string, x: number, align: 'left' | 'right' = 'left'): this {
    this.canvas.textAlign = align;
    this.canvas.fillText(text, x, this.y);
    return this;
  }

  /** Text between `x` and the right margin, broken at spaces. */
  wrap(text: string, x: number, lineHeight: number): this {
    let line = '';
    for (const word of text.split(/\s+/)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || this.canvas.measureText(longer).width <= RIGHT - x) line = longer;
      else {
        this.write(line, x).down(lineHeight);
        line = word;
      }
    }
    return this.write(line, x).down(lineHeight);
  }

  rule(): this {
    this.canvas.fillRect(PAGE.margin, this.y, RIGHT - PAGE.margin, 0.75);
    return this.down(22);
  }

  down(points: number): this {
    this.y += points;
    return this;
  }
}

/** A receipt or credit note as PDF, one page of A4. */
export const drawReceipt = (document: ReceiptDocument, language: Locale): Buffer => {
  const { seller, item } = document;
  const { documents: t, states } = texts[language];
  const view = toReceiptView(document, language, (state) => states[state]);
  const label = (line: ReceiptLine) => ('text' in line ? t[line.text] : line.name);
  const title = `${t[view.title]} ${document.number}`;
  const pdf = new PDFDocument({ title, author: seller.name, pdfa: true });
  const pen = new Pen(pdf.beginPage(PAGE.width, PAGE.height));

  pen.setFont('bold', 22).write(t[view.title], PAGE.margin).down(36);
  pen.setFont('bold', 11).wrap(seller.name, PAGE.margin, 17).setFont('regular', 10);
  for (const line of view.seller) pen.wrap(line, PAGE.margin, 16);
  pen.down(16);
  for (const fact of view.facts) pen.write(label(fact), PAGE.margin).wrap(fact.value, VALUES, 18);

  pen.down(14).setFont('bold', 10).write(t.item, PAGE.margin).write(t.amount, RIGHT, 'right');
  pen.down(8).rule().setFont('regular', 11).write(t[item], PAGE.margin).down(26);
  for (const [index, line] of view.amounts.entries()) {
    const isTotal = index === view.amounts.length - 1;
    pen.setFont(isTotal ? 'bold' : 'regular', isTotal ? 12 : 10);
    pen.write(label(line), VALUES).write(line.value, RIGHT, 'right').down(20);
  }
  pen.rule().setFont('regular', 10);
  for (const note of view.notes) pen.wrap(t[note], PAGE.margin, 16);

  pdf.endPage();
  return pdf.close();
};
