import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BufferedLines } from './access-log.js';

describe('log lines', () => {
  it('are written together, soon, each once and in order', async () => {
    const written: string[] = [];
    const lines = new BufferedLines({ write: (text) => written.push(text) });
    lines.write('a\n');
    lines.write('b\n');
    expect(written).toEqual([]);
    await pause(150);
    lines.write('c\n');
    lines.flush();
    lines.flush();
    await pause(150);
    expect(written).toEqual(['a\nb\n', 'c\n']);
  });
});
