import { deflateSync, crc32 } from 'node:zlib';

const SIDE = 64;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** A small PNG image of one shade of grey. */
export function image(shade: number): Blob {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // 8 bits of grey.
  header[8] = 8;
  const rows = Buffer.alloc(SIDE * (SIDE + 1), shade % 256);
  for (let row = 0; row < SIDE; row += 1) rows[row * (SIDE + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Blob([Buffer.concat([signature, ...parts])], { type: 'image/png' });
}

/** The form of an upload. */
export function upload(treatmentId: string, title: string, shade = 128): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ treatmentId, title, type: 'treatment_area' }))
    form.append(name, value);
  form.append('image', image(shade), 'image.png');
  return form;
}
