import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { toast, TOAST_MS } from '@/lib/toast';
import { renderApp } from '@/testing/render';

const shown = () => document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])');
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('toasts', () => {
  beforeEach(async () => {
    await renderApp(<p>page</p>);
    // The first toast fetches sonner, which real time must allow for.
    act(() => toast.info('warm-up'));
    await screen.findByText('warm-up');
    jest.useFakeTimers();
    act(() => toast.info('start'));
    await pass(300);
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows one at a time: the newer takes the place of the older', async () => {
    act(() => toast.success('first'));
    await pass(100);
    act(() => toast.error('second', { description: 'why' }));
    await pass(100);
    expect(shown()).toHaveLength(1);
    expect(screen.queryByText('first')).toBeNull();
    expect(screen.getByText('second').textContent).toBe('second');
    expect(screen.getByText('why').textContent).toBe('why');
  });

  it('shows each for five seconds, also one that replaced another', async () => {
    act(() => toast.success('first'));
    await pass(TOAST_MS - 500);
    act(() => toast.success('second'));
    await pass(TOAST_MS - 200);
    expect(screen.queryByText('second')).not.toBeNull();
    await pass(600);
    expect(shown()).toHaveLength(0);
  });

  it('shows one that comes while the one before is leaving', async () => {
    act(() => toast.success('first'));
    await pass(TOAST_MS + 50);
    act(() => toast.success('second'));
    await pass(1_000);
    expect(screen.queryByText('second')).not.toBeNull();
  });

  it('offers an action', async () => {
    const undo = jest.fn();
    act(() => toast.success('Deleted', { action: { label: 'Undo', run: undo } }));
    await pass(100);
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(undo).toHaveBeenCalledTimes(1);
  });
});
