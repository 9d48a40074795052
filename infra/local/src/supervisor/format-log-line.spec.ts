import { describe, expect, it } from 'vitest';
import { formatLogLine } from './format-log-line.ts';

describe('a log line', () => {
  it('shows level and message of a JSON line', () => {
    expect(formatLogLine('{"level":"info","time":1,"msg":"listening"}')).toBe('info  listening');
    expect(formatLogLine('{"level":"warn","msg":"slow"}')).toBe('warn  slow');
  });

  it('adds what went wrong', () => {
    const line = JSON.stringify({
      level: 'error',
      msg: 'failed',
      err: { message: 'no', stack: 'Error: no' },
    });
    expect(formatLogLine(line)).toBe('error failed: Error: no');
    expect(formatLogLine('{"level":"error","msg":"failed","error":"gone"}')).toBe(
      'error failed: gone',
    );
  });

  it('shows what else a line says, ids only where there is trouble', () => {
    const line = (level: string) =>
      `{"level":"${level}","time":"t","service":"gateway","requestId":"r","status":200,"msg":"request"}`;
    expect(formatLogLine(line('info'))).toBe('info  request status=200');
    expect(formatLogLine(line('warn'))).toBe('warn  request requestId=r status=200');
    expect(formatLogLine('{"level":"warn","failed":["redis"],"msg":"not ready"}')).toBe(
      'warn  not ready failed=["redis"]',
    );
  });

  it("leaves the framework's own start out, but not its warnings", () => {
    const line = (level: string) =>
      `{"level":"${level}","context":"RouterExplorer","msg":"Mapped"}`;
    expect(formatLogLine(line('info'))).toBeUndefined();
    expect(formatLogLine(line('warn'))).toBe('warn  Mapped');
  });

  it('leaves any other line as it is', () => {
    expect(formatLogLine('plain text')).toBe('plain text');
    expect(formatLogLine('{ not json')).toBe('{ not json');
  });
});
