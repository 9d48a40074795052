import type { Subject } from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import { initials, nameFor } from './masking.js';

describe('initials', () => {
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
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe('a patient’s name', () => {
  const entry = { patientName: 'Ravi Kumar', enteredBy: 'pass:p1' };
  const admin: Subject = { role: 'admin', id: 'p1', name: 'admin', sessionId: 's' };
  const pass = (id: string): Subject => ({ role: 'pass', id, plan: 'hourly' });

  it.each([
    ['an administrator', admin, false],
    ['the pass that entered it', pass('p1'), false],
    ['another pass', pass('p2'), true],
    ['nobody known', { role: 'anonymous' } as const, true],
  ])('is shown to %s accordingly', (_who, viewer, masked) => {
    expect(nameFor(viewer, entry)).toEqual({
      patientName: masked ? 'R. K.' : 'Ravi Kumar',
      patientNameMasked: masked,
    });
  });

  it('entered by an administrator is not that of a pass with the same id', () => {
    expect(nameFor(pass('a1'), { ...entry, enteredBy: 'admin:a1' }).patientNameMasked).toBe(true);
    expect(nameFor(pass('a1'), { patientName: 'Ravi' }).patientNameMasked).toBe(true);
  });
});
