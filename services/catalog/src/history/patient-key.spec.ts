import { describe, expect, it } from '@jest/globals';
import { patientKey } from './patient-key.js';

describe('the key of a patient', () => {
  it.each([
    ['Ravi Kumar', ' RAVI   kumar '],
    ['José', 'Jose\u0301'],
    ['ರಾಜ್\u200cಕುಮಾರ್', 'ರಾಜ್ಕುಮಾರ್'],
    ['Ravi Kumar', 'Ravi\u00a0Kumar'],
  ])('is the same for %j and %j', (one, other) => {
    expect(patientKey(one)).toBe(patientKey(other));
  });

  it('tells different names apart, and does not hold them', () => {
    expect(patientKey('Ravi')).not.toBe(patientKey('Rave'));
    expect(patientKey('Ravi')).toMatch(/^[\w-]{22}$/);
  });
});
