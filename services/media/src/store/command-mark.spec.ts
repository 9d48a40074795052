import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { commandMark, derivedId, derivedUuid } from './command-mark.js';

describe('a command', () => {
  it('is recognised by id, name and request', () => {
    const mark = commandMark({ commandId: 'c1' }, 'update', { a: 1 });
    expect(commandMark({ commandId: 'c1' }, 'update', { a: 1 })).toBe(mark);
    const others = [
      commandMark({ commandId: 'c2' }, 'update', { a: 1 }),
      commandMark({ commandId: 'c1' }, 'delete', { a: 1 }),
      commandMark({ commandId: 'c1' }, 'update', { a: 2 }),
    ];
    expect(new Set([mark, ...others]).size).toBe(4);
  });

  it('begins the same upload again', () => {
    expect(derivedUuid('c1')).toBe(derivedUuid('c1'));
    expect(derivedUuid('c1')).not.toBe(derivedUuid('c2'));
    expect(z.uuid().safeParse(derivedUuid('c1')).success).toBe(true);
    expect(derivedId('c1').equals(derivedId('c1'))).toBe(true);
    expect(derivedId('c1').equals(derivedId('c2'))).toBe(false);
  });
});
