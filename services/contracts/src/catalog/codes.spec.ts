import { expect, it } from 'vitest';
import { toFieldErrors } from '../field-errors.js';
import { diseaseCodesInput } from './codes.js';

const faultsOf = (input: unknown) => {
  const { error } = diseaseCodesInput.safeParse(input, { reportInput: true });
  return error ? toFieldErrors(error) : [];
};

it.each([
  ['ICD-10', ' j೪೫9 ', 'J45.9'],
  ['ICD-10', 'qa0', 'QA0'],
  ['ICD-10', 'qa00141', 'QA0.0141'],
  ['ICD-10', 'S72.001A', 'S72.001A'],
  ['ICD-10', 'C7A1', 'C7A.1'],
  ['ICD-11', 'CA23.0', 'CA23.0'],
  ['ICD-11', 'ca230', 'CA23.0'],
  ['ICD-11', '5A11', '5A11'],
  ['ICD-11', '8A80.1Z', '8A80.1Z'],
])('classification codes of %s: %j is stored as %s', (system, code, stored) => {
  expect(diseaseCodesInput.parse([{ system, code }])).toEqual([{ system, code: stored }]);
});

it.each([
  [{ system: 'ICD-10', code: '' }, '0.code', 'REQUIRED'],
  [{ system: 'ICD-10', code: 'J4' }, '0.code', 'WRONG_FORMAT'],
  [{ system: 'ICD-10', code: 'J45.9.1' }, '0.code', 'WRONG_FORMAT'],
  [{ system: 'ICD-10', code: 'J45 J46' }, '0.code', 'WRONG_FORMAT'],
  [{ system: 'ICD-10', code: 'ಜ45' }, '0.code', 'WRONG_FORMAT'],
  [{ system: 'ICD-11', code: 'J45.9' }, '0.code', 'WRONG_FORMAT'],
  [{ system: 'ICD-9', code: '493' }, '0.system', 'NOT_ALLOWED'],
  [{ system: 'ICD-10', code: 'J45', note: 'x' }, '0.note', 'UNKNOWN_KEY'],
])('classification codes refuse %j', (code, path, fault) => {
  expect(faultsOf([code])[0]).toMatchObject({ path, code: fault });
});

it('classification codes count once each, and are at most 20', () => {
  const j45 = { system: 'ICD-10', code: 'J45' };
  expect(diseaseCodesInput.parse([j45, { ...j45, code: 'j45' }])).toEqual([j45]);
  const codes = Array.from({ length: 21 }, (_, number) => ({
    system: 'ICD-10',
    code: `A${number + 10}`,
  }));
  expect(faultsOf(codes)).toEqual([{ path: '', code: 'TOO_MANY', params: { max: 20 } }]);
  expect(faultsOf(codes.slice(1))).toEqual([]);
});
