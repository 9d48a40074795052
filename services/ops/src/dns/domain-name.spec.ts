import { maliciousDomainNames } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { parseDomain } from './domain-name.js';

const verdict = (input: string): string => {
  try {
    return parseDomain(input).ascii;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

it.each([
  ['clinic.example', 'clinic.example'],
  ['  Clinic.EXAMPLE. ', 'clinic.example'],
  ['https://clinic.example', 'clinic.example'],
  ['HTTP://clinic.example:8080/a/b?c=d#e', 'clinic.example'],
  ['clinic.example/page', 'clinic.example'],
  ['www.clinic.co.in', 'www.clinic.co.in'],
  ['clinic。example', 'clinic.example'],
  ['ｃｌｉｎｉｃ.example', 'clinic.example'],
  ['a.b-c.d1', 'a.b-c.d1'],
  [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
])('a domain name is found in %j', (input, ascii) => {
  expect(verdict(input)).toBe(ascii);
});

it('a domain name is returned in punycode and as people write it', () => {
  const kannada = { ascii: 'xn--1scaz7k.xn--2scrj9c', display: 'ಬಣ್ಣ.ಭಾರತ' };
  expect(parseDomain('https://ಬಣ್ಣ.ಭಾರತ/')).toEqual(kannada);
  expect(parseDomain('XN--1SCAZ7K.xn--2scrj9c')).toEqual(kannada);
  expect(parseDomain('faß.example')).toEqual({
    ascii: 'xn--fa-hia.example',
    display: 'faß.example',
  });
});

it('a domain name has 253 characters at the most', () => {
  const longest = `${'a.'.repeat(123)}example`;
  expect([longest.length, verdict(longest)]).toEqual([253, longest]);
  expect(verdict(`a${longest}`)).toBe('DOMAIN_NOT_VALID');
  expect(verdict(`https://${longest}/`)).toBe(longest);
});

it('a domain name is none of a hundred hostile texts', () => {
  expect(new Set(maliciousDomainNames).size).toBeGreaterThanOrEqual(100);
  const names = ['', ...maliciousDomainNames].filter(
    (text) => verdict(text) !== 'DOMAIN_NOT_VALID',
  );
  expect(names).toEqual([]);
});
