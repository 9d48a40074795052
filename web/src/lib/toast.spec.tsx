import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { toast, TOAST_DURATION_MS } from '@/lib/toast';
import { renderApp } from '@/testing/render';

const shown = () => document.querySelectorAll('[data-toast]');
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('toasts', () => {
  beforeEach(async () => {
    await renderApp(<p>page</p>);
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows one at a time: the newer takes the place of the older', async () => {
    act(() => toast.success('first', { description: 'because' }));
    await pass(100);
    act(() => toast.error('second', { description: 'why' }));
    await pass(100);
    expect(shown()).toHaveLength(1);
    expect(screen.queryByText('first')).toBeNull();
    expect(screen.getByText('second')).toBeTruthy();
    expect(screen.getByText('why')).toBeTruthy();
    act(() => toast.info('third'));
    await pass(100);
    expect(screen.queryByText('why')).toBeNull();
  });

  it('shows each for five seconds, also one that replaced another', async () => {
    act(() => toast.success('first'));
    await pass(TOAST_DURATION_MS - 500);
    act(() => toast.success('second'));
    await pass(TOAST_DURATION_MS - 200);
    expect(screen.queryByText('second')).not.toBeNull();
    await pass(600);
    expect(shown()).toHaveLength(0);
  });

  it('offers an action', async () => {
    const undo = jest.fn();
    act(() => toast.success('Deleted', { action: { label: 'Undo', run: undo } }));
    await pass(100);
    act(() => screen.getByRole('button', { name: 'Undo' }).click());
    expect(undo).toHaveBeenCalledTimes(1);
    await pass(600);
    expect(shown()).toHaveLength(0);
  });
});
