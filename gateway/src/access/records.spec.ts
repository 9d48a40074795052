import { describe, expect, it } from '@jest/globals';
import { PASS_SECONDS, type PassRecord, type SessionRecord } from '@ctdb/contracts';
import { administratorOf, holderOf } from './records.js';

const start = Date.UTC(2026, 0, 5);
const session: SessionRecord = {
  accountId: 'a1',
  username: 'asha',
  sessionId: 's1',
  expiresAt: start + 900_000,
};
const pass: PassRecord = { id: 'p1', plan: 'hourly', expiresAt: start + PASS_SECONDS * 1_000 };

describe('the record of a session', () => {
  it('is an administrator until it ends', () => {
    const record = JSON.stringify(session);
    expect(administratorOf(record, start)).toEqual({
      subject: { role: 'admin', id: 'a1', name: 'asha', sessionId: 's1' },
      expiresAt: session.expiresAt,
    });
    expect(administratorOf(record, session.expiresAt - 1)).toBeDefined();
    expect(administratorOf(record, session.expiresAt)).toBeUndefined();
  });
});

describe('the record of a pass', () => {
  it('lasts 3,600 seconds: second 3,599 is in, second 3,600 is not', () => {
    const record = JSON.stringify(pass);
    expect(holderOf(record, start + 3_599_999)?.subject).toEqual({
      role: 'pass',
      id: 'p1',
      plan: 'hourly',
    });
    expect(holderOf(record, start + 3_600_000)).toBeUndefined();
  });
});

describe('a record that is none', () => {
  it.each([null, '', '{', '[]', '{}', 'null', '7', JSON.stringify({ ...session, expiresAt: '9' })])(
    'is nobody: %s',
    (record) => {
      expect(administratorOf(record, 0)).toBeUndefined();
      expect(holderOf(record, 0)).toBeUndefined();
    },
  );

  it('is not of the other kind', () => {
    expect(administratorOf(JSON.stringify(pass), start)).toBeUndefined();
    expect(holderOf(JSON.stringify(session), start)).toBeUndefined();
    expect(holderOf(JSON.stringify({ ...pass, plan: 'gold' }), start)).toBeUndefined();
  });
});
