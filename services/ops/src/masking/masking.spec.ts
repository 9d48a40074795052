import { expect, it } from 'vitest';
import { isPersonalKey, maskValue, MASKED, maskText } from './masking.js';

const personal = `
  patientName patient_name birthYear place practitioner practitionerKn payerEmail email_address ip address
  X-Session-Id sessionId accessCode browser currentPassword refreshToken
  treatmentDescription treatmentDescriptionKn content contentKn
`;
it.each(personal.trim().split(/\s+/))('masking by key hides %s', (key) => {
  expect(isPersonalKey(key)).toBe(true);
  expect(maskValue({ [key]: { deep: ['Ravi'] } })).toEqual({ [key]: MASKED });
});

it('masking by key shows other keys', () => {
  const keys = 'id name nameEn diseaseId recipe placed version service filename zip'.split(' ');
  const value = Object.fromEntries(keys.map((key) => [key, 'Asthma']));
  expect(maskValue([value])).toEqual([value]);
});

it('masking by key hides the values of a changed field by the name that it gives', () => {
  const changes = [
    { field: 'patientName', before: 'Ravi', after: 'Asha' },
    { field: 'nameEn', before: 'Asthma', after: 'Cough' },
    { field: 'patientNotes', difference: [{ kind: 'added', part: 'Ravi' }] },
  ];
  expect(maskValue(changes)).toEqual([
    { field: 'patientName', before: MASKED, after: MASKED },
    { field: 'nameEn', before: 'Asthma', after: 'Cough' },
    { field: 'patientNotes', difference: [] },
  ]);
});

it.each([
  ['write to ravi.kumar+x@mail.example.com, please', `write to ${MASKED}, please`],
  ['from 203.0.113.9: no', `from ${MASKED}: no`],
  ['from 2001:db8::1:2:3', `from ${MASKED}`],
  ['from 2a02::1, then ::1', `from ${MASKED}, then ${MASKED}`],
])('masking in texts hides what is an address in %s', (text, expected) => {
  expect(maskText(text)).toBe(expected);
});

it('masking in texts leaves other texts as they are', () => {
  const time = '2026-01-05T10:00:00.000Z';
  const texts = ['10:30:15', time, 'version 1.2.3', 'a:b', 'a :: b', '@home', 'ಅಸ್ತಮಾ 1.5'];
  expect(texts.map(maskText)).toEqual(texts);
});

it('a hostile value is cut off where it is too deep', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
  expect(JSON.stringify(maskValue(deep))).toContain('[too deep]');
});

it('a hostile value cannot make an object of ours out of its keys', () => {
  const value: unknown = JSON.parse('{"__proto__":{"patientName":"Ravi"}}');
  expect(JSON.stringify(maskValue(value))).not.toContain('Ravi');
});

it.each(['f:', '1.', 'a@a.'])(
  'a hostile value of %s over and over is masked in linear time',
  (part) => {
    expect(maskText(part.repeat(50_000))).toContain(part);
  },
);
