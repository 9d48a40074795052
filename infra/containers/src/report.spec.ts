import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Report } from './report.ts';

const broken = () => Promise.reject(new Error('the engine is gone'));

describe('Report', () => {
  let told: string[] = [];
  beforeEach(() => {
    told = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void told.push(line));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('counts a part that throws as a failed check, and goes on', async () => {
    const report = new Report();
    await report.part('single', broken);
    await report.part('api', async () => {
      await report.check('it answers', () => Promise.resolve());
    });
    expect(report.closingLine).toBe('1 passed, 1 failed');
    expect(told[0]).toContain('single went through');
    expect(told[0]).toContain('the engine is gone');
  });

  it('counts nothing for a part but what its checks count', async () => {
    const report = new Report();
    await report.part('single', async () => {
      await report.check('it answers', broken);
    });
    expect(report.closingLine).toBe('0 passed, 1 failed');
  });
});
