import { expect, it } from 'vitest';
import { detectFormat, isAnimatedPng } from './image-format.js';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const chunk = (name: string, bytes = 4) =>
  Buffer.concat([Buffer.from([0, 0, 0, bytes]), Buffer.from(name), Buffer.alloc(bytes + 4)]);

it.each([
  ['jpeg', Buffer.from('ffd8ffe0', 'hex')],
  ['png', png],
  ['webp', Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ')],
  [undefined, Buffer.from('RIFF\u0001\u0002\u0003\u0004WAVE')],
  [undefined, Buffer.from('GIF89a')],
  [undefined, Buffer.from('<svg/>')],
  [undefined, Buffer.from([0xff, 0xd8])],
  [undefined, Buffer.alloc(0)],
])('a file is %s by its first bytes', (kind, bytes) => {
  expect(detectFormat(bytes)).toBe(kind);
});

it('a file is an animated PNG if a chunk before the first pixels marks it', () => {
  expect(isAnimatedPng(Buffer.concat([png, chunk('IHDR', 13), chunk('acTL', 8)]))).toBe(true);
  expect(isAnimatedPng(Buffer.concat([png, chunk('IDAT'), chunk('acTL', 8)]))).toBe(false);
  expect(isAnimatedPng(Buffer.concat([png, chunk('tEXt'), Buffer.from('acTL')]))).toBe(false);
  expect(isAnimatedPng(png)).toBe(false);
});
