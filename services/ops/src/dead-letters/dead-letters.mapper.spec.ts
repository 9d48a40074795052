import { expect, it } from 'vitest';
import { Types, mongo } from 'mongoose';
import type { DeadLetterRecord } from './dead-letter.record.js';
import { parseEnvelope, toDeadLetterDetail } from './dead-letters.mapper.js';

const letter = (content: string | Buffer): DeadLetterRecord => ({
  _id: new Types.ObjectId(),
  service: 'media',
  deadAt: new Date(),
  reason: 'rejected',
  state: 'waiting',
  content: new mongo.Binary(Buffer.from(content)),
  replays: 0,
  outbox: [],
});

const id = '0b9e7a52-5a57-4c0f-9b2e-6f0f0c1d2e3f';

it('the content of a dead letter is shown as JSON, without personal data', () => {
  const event = {
    name: 'catalog.history.added.v1',
    actor: { role: 'admin', name: 'admin', sessionId: 's-1' },
    payload: { id: 'a1', patientName: 'Ravi Kumar', note: 'mail ravi@example.com' },
  };
  const { content, isCut, size } = toDeadLetterDetail(letter(JSON.stringify(event)));
  expect(JSON.parse(content)).toEqual({
    name: 'catalog.history.added.v1',
    actor: { role: 'admin', name: 'admin', sessionId: '[masked]' },
    payload: { id: 'a1', patientName: '[masked]', note: 'mail [masked]' },
  });
  expect(content).toContain('\n  "payload"');
  expect([isCut, size]).toEqual([false, JSON.stringify(event).length]);
});

it('the content of a dead letter is not shown if it is no JSON', () => {
  for (const content of ['Ravi Kumar', '{', Buffer.from([0xff, 0xfe, 0])])
    expect(toDeadLetterDetail(letter(content))).toMatchObject({ content: '', isCut: false });
});

it('the content of a dead letter is cut at 20 kB, between characters', () => {
  for (const pad of ['', 'a', 'ab', 'abc']) {
    const text = JSON.stringify({ value: `${pad}${'ಅ'.repeat(10_000)}` });
    const { content, isCut } = toDeadLetterDetail(letter(text));
    expect(isCut).toBe(true);
    expect(content).not.toContain('\ufffd');
    expect(Buffer.byteLength(content)).toBeGreaterThan(19_990);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(20_000);
  }
});

it("a dead letter's envelope is read part by part", () => {
  const at = '2026-01-05T10:00:00.000Z';
  const name = 'a.b.c.v1';
  const read = (text: string) => parseEnvelope(Buffer.from(text));
  const whole = { eventId: id, at: new Date(at), event: name };
  expect(read(JSON.stringify({ id, at, name }))).toEqual(whole);
  expect(read(JSON.stringify({ id: 7, at: 'x', name }))).toEqual({ event: name });
  for (const text of ['{"name":"Ravi Kumar <b>"}', 'null', '{']) expect(read(text)).toEqual({});
});
