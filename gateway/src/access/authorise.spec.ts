import { describe, expect, it } from 'vitest';
import { access, personRoles, plans, type Access, type Subject } from '@ctdb/contracts';
import { requireAccess } from './authorise.js';

const verdicts = (row: Access) =>
  [
    { role: 'anonymous' } as Subject,
    ...plans.map((plan): Subject => ({ role: 'pass', id: 'p', plan })),
    ...personRoles.map((role): Subject => ({ role, id: 'a', name: 'a', sessionId: 's' })),
  ].map((subject) => {
    try {
      requireAccess(row, subject, 'none');
      return 'in';
    } catch (error) {
      return (error as Error).message;
    }
  });

const [unknown, no] = ['ACCESS_REQUIRED', 'FORBIDDEN'];

describe('a row of the authorisation table', () => {
  it.each<[string, Access, string[]]>([
    ['everyone', access.everyone, ['in', 'in', 'in', 'in', 'in', 'in', 'in', 'in']],
    ['readers', access.passWith('read'), [unknown, 'in', 'in', 'in', 'in', 'in', 'in', 'in']],
    ['tools', access.passWith('tools'), [unknown, 'in', no, 'in', 'in', 'in', 'in', 'in']],
    ['figures', access.passWith('analytics'), [unknown, no, 'in', 'in', 'in', 'in', 'in', 'in']],
    ['the team', access.from('practitioner'), [unknown, no, no, no, 'in', 'in', 'in', 'in']],
    ['editors', access.from('editor'), [unknown, no, no, no, no, 'in', 'in', 'in']],
    ['administrators', access.from('admin'), [unknown, no, no, no, no, no, 'in', 'in']],
    ['owners', access.from('owner'), [unknown, no, no, no, no, no, no, 'in']],
  ])('of %s', (_name, row, expected) => {
    // In this order: anonymous, hourly, premium, professional, practitioner, editor, admin, owner.
    expect(verdicts(row)).toEqual(expected);
  });
});
