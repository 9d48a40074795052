import { describe, expect, it } from '@jest/globals';
import { commandMark, newRecordId } from './command-mark.js';
import { idempotencyMark } from './idempotency.js';

const context = { commandId: 'c1' };

describe('a command', () => {
  it('is recognised by id, name and request', () => {
    const mark = commandMark(context, 'update', { a: 1 });
    expect(commandMark(context, 'update', { a: 1 })).toBe(mark);
    const others = [
      commandMark({ commandId: 'c2' }, 'update', { a: 1 }),
      commandMark(context, 'delete', { a: 1 }),
      commandMark(context, 'update', { a: 2 }),
    ];
    expect(new Set([mark, ...others]).size).toBe(4);
  });

  it('creates a record with an id of its own in each collection', () => {
    const id = newRecordId(context, 'notes').toHexString();
    expect(newRecordId(context, 'notes').toHexString()).toBe(id);
    expect(newRecordId(context, 'history').toHexString()).not.toBe(id);
    // The key's unique index recognises the repetition, for a day only.
    const keyed = { ...context, idempotencyKey: 'k' };
    expect(newRecordId(keyed, 'notes').equals(newRecordId(keyed, 'notes'))).toBe(false);
  });
});

describe('an idempotency key', () => {
  const pass = (id: string) => ({ role: 'pass', id, plan: 'hourly' }) as const;

  it('belongs to its subject, and remembers the request', () => {
    const of = (id: string, request: object) =>
      idempotencyMark({ subject: pass(id), idempotencyKey: 'k' }, request);
    expect(of('p1', { a: 1 })?.key).toBe(of('p1', { a: 2 })?.key);
    expect(of('p1', { a: 1 })?.key).not.toBe(of('p2', { a: 1 })?.key);
    expect(of('p1', { a: 1 })?.requestHash).not.toBe(of('p1', { a: 2 })?.requestHash);
    expect(idempotencyMark({ subject: pass('p1') }, {})).toBeUndefined();
  });
});
