import { describe, expect, it } from '@jest/globals';
import { isCompressible, mediaTypeOf } from './mime-types.js';

describe('the type of a file', () => {
  it.each([
    ['index.html', 'text/html; charset=utf-8', true],
    ['index-a1.JS', 'text/javascript; charset=utf-8', true],
    ['style.css', 'text/css; charset=utf-8', true],
    ['icon.svg', 'image/svg+xml', true],
    ['favicon.ico', 'image/x-icon', true],
    ['photo.webp', 'image/webp', false],
    ['kannada.woff2', 'font/woff2', false],
    ['unknown.bin', 'application/octet-stream', true],
    ['LICENSE', 'application/octet-stream', true],
  ])('%s is %s', (name, type, compressible) => {
    expect(mediaTypeOf(name)).toBe(type);
    expect(isCompressible(type)).toBe(compressible);
  });
});
