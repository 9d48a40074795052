import { describe, expect, it } from '@jest/globals';
import { renderLine } from './render.ts';

describe('renderLine', () => {
  it('shows level and message of a JSON line', () => {
    expect(renderLine('{"level":30,"time":1,"msg":"listening","port":1}')).toBe('info  listening');
    expect(renderLine('{"level":"warn","message":"slow"}')).toBe('warn  slow');
  });

  it('adds what went wrong', () => {
    const line = JSON.stringify({
      level: 50,
      msg: 'failed',
      err: { message: 'no', stack: 'Error: no' },
    });
    expect(renderLine(line)).toBe('error failed: Error: no');
    expect(renderLine('{"level":50,"msg":"failed","error":"gone"}')).toBe('error failed: gone');
  });

  it('leaves any other line as it is', () => {
    expect(renderLine('plain text')).toBe('plain text');
    expect(renderLine('{ not json')).toBe('{ not json');
  });
});
