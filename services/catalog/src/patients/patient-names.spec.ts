import { expect, it } from 'vitest';
import { initials, nameWords, patientKey } from './patient-names.js';

it.each([
  ['Ravi Kumar', 'R. K.'],
  ['  anita   rao ', 'A. R.'],
  ['R.K. Sharma', 'R. K. S.'],
  ['O’Brien-Śmith', 'O. B. Ś.'],
  ['ರವಿ ಕುಮಾರ್', 'ರ. ಕು.'],
  ['ಶ್ರೀನಿವಾಸ ರಾವ್', 'ಶ್ರೀ. ರಾ.'],
  ['ಕ್', 'ಕ್.'],
  ['ರಾಜ್\u200cಕುಮಾರ್', 'ರಾ.'],
  ['ß', 'SS.'],
  ['𝒜da', '𝒜.'],
  ['42', '•'],
  ['', '•'],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});

it('a patient is found by the words of its name in either script, also as one', () => {
  expect(nameWords('ಗೌಡ Rao')).toEqual(['ಗೌಡ', 'gauda', 'rao', 'ಗೌಡrao', 'gaudarao']);
});

it('the key of a patient is that of the folded name, and does not hold it', () => {
  expect(patientKey('ರಾಜ್\u200cಕುಮಾರ್')).toBe(patientKey(' ರಾಜ್ಕುಮಾರ್'));
  expect(patientKey('Ravi')).not.toBe(patientKey('Rave'));
  expect(patientKey('Ravi')).toMatch(/^2\.[\w-]{22}$/);
});
