import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Report } from './report.ts';

const broken = () => Promise.reject(new Error('the engine is gone'));

describe('Report', () => {
  let printed: string[] = [];
  beforeEach(() => {
    printed = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('counts a section that throws as a failed check, and continues', async () => {
    const report = new Report();
    await report.section('single', broken);
    await report.section('api', async () => {
      await report.check('it responds', () => Promise.resolve());
    });
    expect(report.summaryLine).toBe('1 passed, 1 failed');
    expect(printed[0]).toContain('single broke off');
    expect(printed[0]).toContain('the engine is gone');
  });

  it('counts only the checks of a section', async () => {
    const report = new Report();
    await report.section('single', async () => {
      await report.check('it responds', broken);
    });
    expect(report.summaryLine).toBe('0 passed, 1 failed');
  });
});
