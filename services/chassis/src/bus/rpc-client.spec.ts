import { expect, it } from 'vitest';
import { getCommandId } from './rpc-client.js';

const pass = (id: string) => ({ role: 'pass', id, plan: 'hourly', practice: 'p' }) as const;
const admin = (id: string) => ({ role: 'admin', id, name: 'n', sessionId: 's' }) as const;

it('the id of a command is stable for a key, a message and a subject, and differs with each of them', () => {
  const id = getCommandId('catalog.a', pass('1'), 'key');
  expect(getCommandId('catalog.a', pass('1'), 'key')).toBe(id);
  const others = [
    getCommandId('catalog.b', pass('1'), 'key'),
    getCommandId('catalog.a', pass('2'), 'key'),
    getCommandId('catalog.a', admin('1'), 'key'),
    getCommandId('catalog.a', pass('1'), 'other'),
    // Parts that would read the same without separators.
    getCommandId('catalog.a1', pass(''), 'key'),
  ];
  expect(new Set([id, ...others]).size).toBe(6);
});

it('the id of a command does not depend on the session: the same person may try again after a refresh', () => {
  const [one, other] = [admin('1'), { ...admin('1'), sessionId: 'other' }];
  expect(getCommandId('catalog.a', one, 'key')).toBe(getCommandId('catalog.a', other, 'key'));
});

it('the id of a command is random without a key', () => {
  expect(getCommandId('catalog.a', pass('1'))).not.toBe(getCommandId('catalog.a', pass('1')));
});
