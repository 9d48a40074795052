import { describe, expect, it } from '@jest/globals';
import { PendingCalls } from './pending-calls.js';

const unavailable = { code: 'SERVICE_UNAVAILABLE' };

describe('calls that wait', () => {
  it('get their own answers; others are ignored', async () => {
    const calls = new PendingCalls();
    const [one, two] = [calls.wait('1', 1_000), calls.wait('2', 1_000)];
    calls.answer('2', Buffer.from('two'));
    calls.answer('3', Buffer.from('three'));
    calls.answer('1', Buffer.from('one'));
    calls.answer('1', Buffer.from('again'));
    expect(String(await one)).toBe('one');
    expect(String(await two)).toBe('two');
  });

  it('end at their deadline', async () => {
    await expect(new PendingCalls().wait('1', 5)).rejects.toMatchObject(unavailable);
  });

  it('end all together when the connection does', async () => {
    const calls = new PendingCalls();
    const waiting = ['1', '2'].map((id) => calls.wait(id, 1_000));
    calls.failAll();
    for (const call of waiting) await expect(call).rejects.toMatchObject(unavailable);
  });
});
