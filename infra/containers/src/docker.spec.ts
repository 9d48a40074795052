import { describe, expect, it } from 'vitest';
import { cleanUpAll, interruptPrograms, runUnchecked, withCleanup } from './docker.ts';

describe('a stop', () => {
  it('ends the programs that run', async () => {
    const program = runUnchecked(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
    interruptPrograms();
    expect(await program).toMatchObject({ code: null });
  });

  it('cleans up after the section that runs, once, and waits for that', async () => {
    const steps: string[] = [];
    const section = withCleanup(
      () => Promise.reject(new Error('interrupted')),
      async () => {
        steps.push('begin');
        await Promise.resolve();
        steps.push('end');
      },
    );
    await cleanUpAll();
    expect(steps).toEqual(['begin', 'end']);
    await expect(section).rejects.toThrow('interrupted');
    await cleanUpAll();
    expect(steps).toEqual(['begin', 'end']);
  });
});
