import { crc32, deflateRawSync } from 'node:zlib';

/** Little-endian numbers, each with its length in bytes. */
const numbers = (...fields: readonly (readonly [bytes: number, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );

/** A ZIP archive. `size` is what its entries claim to have unpacked. */
export const zip = (files: Readonly<Record<string, string>>, size?: number): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(text)];
    const packed = deflateRawSync(bytes);
    const sizes = [
      [4, crc32(bytes)],
      [4, packed.length],
      [4, size ?? bytes.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const head = [
      [2, 20],
      [2, 0],
      [2, 8],
      [4, 0],
    ] as const;
    const body = Buffer.concat([numbers([4, 0x04034b50], ...head, ...sizes), name, packed]);
    const entry = numbers([4, 0x02014b50], [2, 20], ...head, ...sizes, [6, 0], [4, 0], [4, offset]);
    directory.push(entry, name);
    bodies.push(body);
    offset += body.length;
  }
  const length = Buffer.concat(directory).length;
  const count = Object.keys(files).length;
  const end = numbers([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, length], [4, offset]);
  return Buffer.concat([...bodies, ...directory, end, Buffer.alloc(2)]);
};

const escape = (text: string): string =>
  text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (sign) => (sign === '\r' ? '_x000D_' : `&#${sign.charCodeAt(0)};`));

const ns = 'xmlns:r="r"';

/** A workbook (.xlsx) of one sheet of texts, or of cells as they are in its XML. */
export const workbook = (rows: readonly (readonly string[])[], isXml = false): Buffer => {
  const strings = isXml ? [] : rows.flat();
  let index = 0;
  const cell = (text: string) => (isXml ? text : `<c t="s"><v>${String(index++)}</v></c>`);
  const sheet = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('');
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`;
  return zip({
    '_rels/.rels': `<R>${relation('a', 'officeDocument', 'xl/workbook.xml')}</R>`,
    'xl/workbook.xml': `<w ${ns}><sheet name="No" state="hidden" r:id="x"/><sheet name="Yes" r:id="b"/></w>`,
    'xl/_rels/workbook.xml.rels': `<R>${relation('b', 'worksheet', '/xl/sheet.xml')}${relation('c', 'sharedStrings', 'strings.xml')}${relation('d', 'styles', 'styles.xml')}</R>`,
    'xl/strings.xml': `<sst>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': '<s><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></s>',
    'xl/sheet.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });
};
