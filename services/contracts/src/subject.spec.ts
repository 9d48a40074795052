import { expect, it } from 'vitest';
import { personRoles, type PersonRole } from './constants/roles.js';
import { hasRole, subject, toSentSubject, type Subject } from './subject.js';

const person = (role: PersonRole): Subject => ({ role, id: 'a', name: 'asha', sessionId: 's' });

it('the role of a subject includes those below it, and is none for callers who are not persons of the team', () => {
  const allowed = personRoles.map((role) =>
    personRoles.filter((minimum) => hasRole(person(role), minimum)),
  );
  expect(allowed).toEqual(personRoles.map((_, at) => personRoles.slice(0, at + 1)));
  const pass: Subject = { role: 'pass', id: 'a', plan: 'professional', practice: 'p' };
  expect([hasRole(pass, 'practitioner'), hasRole({ role: 'anonymous' }, 'practitioner')]).toEqual([
    false,
    false,
  ]);
});

it('the role of a subject survives a message, in which versions without roles see an owner as an administrator', () => {
  for (const role of personRoles) {
    const sent: unknown = JSON.parse(JSON.stringify(toSentSubject(person(role))));
    expect(subject.parse(sent)).toEqual(person(role));
  }
  expect(toSentSubject(person('owner')).role).toBe('admin');
  expect(subject.safeParse({ ...person('owner'), role: 'chief' }).success).toBe(false);
});
