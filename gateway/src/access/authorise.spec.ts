import { describe, expect, it } from '@jest/globals';
import { access, plans, type Access, type Subject } from '@ctdb/contracts';
import { requireAccess } from './authorise.js';

const admin: Subject = { role: 'admin', id: 'a', name: 'a', sessionId: 's' };
const verdicts = (row: Access) =>
  [
    { role: 'anonymous' } as Subject,
    ...plans.map((plan): Subject => ({ role: 'pass', id: 'p', plan })),
    admin,
  ].map((subject) => {
    try {
      requireAccess(row, subject, 'none');
      return 'in';
    } catch (error) {
      return (error as Error).message;
    }
  });

describe('a row of the authorisation table', () => {
  it.each<[string, Access, string[]]>([
    ['everyone', access.everyone, ['in', 'in', 'in', 'in', 'in']],
    [
      'administrators',
      access.administrators,
      ['ACCESS_REQUIRED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'in'],
    ],
    ['readers', access.passWith('read'), ['ACCESS_REQUIRED', 'in', 'in', 'in', 'in']],
    ['tools', access.passWith('tools'), ['ACCESS_REQUIRED', 'in', 'FORBIDDEN', 'in', 'in']],
    ['figures', access.passWith('analytics'), ['ACCESS_REQUIRED', 'FORBIDDEN', 'in', 'in', 'in']],
    [
      'no caller',
      { anonymous: false, pass: false, admin: false },
      ['ACCESS_REQUIRED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
    ],
  ])('of %s', (_name, row, expected) => {
    // In this order: anonymous, hourly, premium, professional, administrator.
    expect(verdicts(row)).toEqual(expected);
  });
});
