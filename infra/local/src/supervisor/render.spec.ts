import { describe, expect, it } from '@jest/globals';
import { renderLine } from './render.ts';

describe('renderLine', () => {
  it('shows level and message of a JSON line', () => {
    expect(renderLine('{"level":30,"time":1,"msg":"listening"}')).toBe('info  listening');
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

  it('shows what else a line says, ids only where there is trouble', () => {
    const line = (level: string) =>
      `{"level":"${level}","time":"t","service":"gateway","requestId":"r","status":200,"msg":"request"}`;
    expect(renderLine(line('info'))).toBe('info  request status=200');
    expect(renderLine(line('warn'))).toBe('warn  request requestId=r status=200');
    expect(renderLine('{"level":"warn","failed":["redis"],"msg":"not ready"}')).toBe(
      'warn  not ready failed=["redis"]',
    );
  });

  it("leaves the framework's own start out, but not its warnings", () => {
    const line = (level: string) =>
      `{"level":"${level}","context":"RouterExplorer","msg":"Mapped"}`;
    expect(renderLine(line('info'))).toBeUndefined();
    expect(renderLine(line('warn'))).toBe('warn  Mapped');
  });

  it('leaves any other line as it is', () => {
    expect(renderLine('plain text')).toBe('plain text');
    expect(renderLine('{ not json')).toBe('{ not json');
  });
});
