import { expect, it } from 'vitest';
import {
  accessReasons,
  HOURLY_PASS_SECONDS,
  type PassRecord,
  type SessionRecord,
} from '@ctdb/contracts';
import { toPerson, readPassRecord } from './records.js';

const start = Date.UTC(2026, 0, 5);
const session: SessionRecord = {
  accountId: 'a1',
  username: 'asha',
  role: 'editor',
  sessionId: 's1',
  expiresAt: start + 900_000,
};
const end = start + HOURLY_PASS_SECONDS * 1_000;
const pass: PassRecord = { id: 'p1', plan: 'hourly', practice: 'c1', expiresAt: end, until: end };

it('the record of a session is a person until it ends', () => {
  const record = JSON.stringify(session);
  const subject = { role: 'editor', id: 'a1', name: 'asha', sessionId: 's1' };
  expect(toPerson(record, start)).toEqual({ subject, expiresAt: session.expiresAt });
  expect(toPerson(record, session.expiresAt - 1)).toBeDefined();
  expect(toPerson(record, session.expiresAt)).toBeUndefined();
});

it('the record of a session of a version that knew one administrator is an owner, and one with another role is none', () => {
  const roleOf = (role?: string) =>
    toPerson(JSON.stringify({ ...session, role }), start)?.subject.role;
  expect([roleOf(), roleOf('editor'), roleOf('chief')]).toEqual(['owner', 'editor', undefined]);
});

it('the record of a pass lasts 3,600 seconds: second 3,599 is in, second 3,600 is not', () => {
  const record = JSON.stringify(pass);
  const subject = { role: 'pass', id: 'p1', plan: 'hourly', practice: 'c1' };
  expect(readPassRecord(record, start + 3_599_999)).toEqual({ subject, expiresAt: end });
  expect(readPassRecord(record, start + 3_600_000)).toBe('unknown');
});

it('the record of a pass tells when access ends, all that follows without a gap counted', () => {
  const record = JSON.stringify({ ...pass, until: end + 3_600_000 });
  expect(readPassRecord(record, start)).toMatchObject({ expiresAt: end + 3_600_000 });
  expect(readPassRecord(record, end)).toBe('unknown');
});

it('the record of a pass says no where the ledger has said no', () => {
  for (const reason of accessReasons) expect(readPassRecord(reason, start)).toBe(reason);
});

it('a record that is none identifies no caller', () => {
  const text = JSON.stringify({ ...session, expiresAt: '9' });
  for (const record of [null, '', '{', '[]', '{}', 'null', '7', text])
    expect([toPerson(record, 0), readPassRecord(record, 0)]).toEqual([undefined, 'unknown']);
});

it('a record that is none is not of the other kind', () => {
  expect(toPerson(JSON.stringify(pass), start)).toBeUndefined();
  expect(readPassRecord(JSON.stringify(session), start)).toBe('unknown');
  for (const part of [{ plan: 'gold' }, { practice: undefined, holder: 'user:u1' }])
    expect(readPassRecord(JSON.stringify({ ...pass, ...part }), start)).toBe('unknown');
});
