import type { Subject } from '@ctdb/contracts';
import { buyer } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { visiblePatient } from './entry-rights.js';

const name = 'Ravi Kumar';
const patient = { patientName: name, patientId: 'p' };
const owner = { enteredBy: 'pass:p1', practice: 'practice:own' };
const admin: Subject = { role: 'admin', id: 'p1', name: 'admin', sessionId: 's' };
const pass = (id: string, practice: string) => buyer('professional', id, practice);

it.each([
  ['an administrator', admin, false],
  ['an editor', { ...admin, role: 'editor' } as const, true],
  ['a later plan of the practice', pass('p3', 'own'), false],
  ['another practice with the purchase that entered it', pass('p1', 'other'), true],
  ['an anonymous reader', { role: 'anonymous' } as const, true],
])('a patient’s name is shown to %s accordingly', (_who, viewer, masked) => {
  expect(visiblePatient(viewer, patient, owner)).toEqual({
    patientName: masked ? 'R. K.' : name,
    patientNameMasked: masked,
    patientId: masked ? undefined : 'p',
  });
});

it('a patient’s name entered by a person is that of the person with any role, and not of a pass with the same id', () => {
  const byAdmin = { enteredBy: 'admin:a1', practice: 'admin:a1' };
  const byPractitioner = { ...admin, role: 'practitioner', id: 'a1' } as const;
  const masked = [
    visiblePatient(pass('a1', 'a1'), patient, byAdmin),
    visiblePatient(byPractitioner, patient, byAdmin),
  ].map(({ patientNameMasked }) => patientNameMasked);
  expect(masked).toEqual([true, false]);
  // An erased one leads to no patient.
  const erased = { ...patient, patientName: '' };
  expect(visiblePatient(admin, erased, owner).patientId).toBeUndefined();
});
