import { describe, expect, it } from '@jest/globals';
import { parseMirror } from './debian-chroot.ts';

describe('the Debian mirror', () => {
  it('is read from a source list of either format', () => {
    const old = '# comment\ndeb [signed-by=/k] http://mirror.example/debian trixie main\n';
    const current = 'Types: deb\nURIs: https://mirror.example/debian/\nSuites: trixie\n';
    expect(parseMirror(old)).toBe('http://mirror.example/debian');
    expect(parseMirror(current)).toBe('https://mirror.example/debian/');
  });

  it('is not another archive, nor a disabled line', () => {
    const others = [
      'deb http://archive.ubuntu.com/ubuntu noble main',
      'URIs: http://deb.debian.org/debian-security',
      '# deb http://mirror.example/debian trixie main',
      'deb cdrom:[Debian]/debian trixie main',
    ];
    expect(others.map(parseMirror)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
