import { describe, expect, it } from '@jest/globals';
import { commandIdOf } from './command-id.js';

const pass = (id: string) => ({ role: 'pass', id, plan: 'hourly' }) as const;
const admin = (id: string) => ({ role: 'admin', id, name: 'n', sessionId: 's' }) as const;

describe('the id of a command', () => {
  it('is stable for a key, a message and a subject, and differs with each of them', () => {
    const id = commandIdOf('catalog.a', pass('1'), 'key');
    expect(commandIdOf('catalog.a', pass('1'), 'key')).toBe(id);
    const others = [
      commandIdOf('catalog.b', pass('1'), 'key'),
      commandIdOf('catalog.a', pass('2'), 'key'),
      commandIdOf('catalog.a', admin('1'), 'key'),
      commandIdOf('catalog.a', pass('1'), 'other'),
      // Parts that would read the same without separators.
      commandIdOf('catalog.a1', pass(''), 'key'),
    ];
    expect(new Set([id, ...others]).size).toBe(6);
  });

  it('does not depend on the session: the same person may try again after a refresh', () => {
    const [one, other] = [admin('1'), { ...admin('1'), sessionId: 'other' }];
    expect(commandIdOf('catalog.a', one, 'key')).toBe(commandIdOf('catalog.a', other, 'key'));
  });

  it('is random without a key', () => {
    expect(commandIdOf('catalog.a', pass('1'))).not.toBe(commandIdOf('catalog.a', pass('1')));
  });
});
