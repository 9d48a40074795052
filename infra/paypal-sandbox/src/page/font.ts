import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Answer } from '../http/answer.ts';

/** Where the page finds its Kannada letters: many machines have none of their own. */
export const FONT_PATH = '/fonts/noto-sans-kannada.woff2';

const FILE = import.meta
  .resolve('@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2');

let bytes: Buffer | undefined;

export function fontAnswer(): Answer {
  bytes ??= readFileSync(fileURLToPath(FILE));
  return {
    status: 200,
    page: bytes,
    headers: { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400' },
  };
}
