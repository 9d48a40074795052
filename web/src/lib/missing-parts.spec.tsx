import { beforeEach, expect, it, vi } from 'vitest';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { click, see, user } from '@/testing';
import { useMissingPart, watchMissingParts } from './missing-parts';
import { keepTyped, restoreTyped } from './typed-fields';

function Form() {
  const [domain, setDomain] = useState('given.example');
  const form = useForm({ defaultValues: { note: '', sent: false } });
  return (
    <form>
      <input
        aria-label="Domain"
        value={domain}
        onChange={(event) => setDomain(event.target.value)}
      />
      <textarea aria-label="Note" {...form.register('note')} />
      <input type="checkbox" aria-label="Sent" {...form.register('sent')} />
      <input type="password" aria-label="Password" />
      <input aria-label="Code" autoComplete="one-time-code" />
      <input aria-label="Filled" defaultValue="by the program" />
      <p>is {domain}</p>
      <button type="button" onClick={() => setDomain('')}>
        Clear
      </button>
    </form>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = async (name: string, text: string): Promise<void> => {
  await user.tripleClick(field(name));
  await user.paste(text);
};

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

it('what was typed is there again after the reload, once, without secrets', async () => {
  restoreTyped();
  const { unmount } = render(<Form />);
  await type('Domain', 'typed.example');
  await type('Note', 'green light');
  await user.click(field('Sent'));
  await type('Password', 'several unusual words');
  await type('Code', '123456');
  keepTyped();
  expect(sessionStorage.getItem('draft:typed')).not.toMatch(/unusual|123456|by the program/);
  unmount();

  restoreTyped();
  expect(sessionStorage.getItem('draft:typed')).toBeNull();
  render(<Form />);
  await see('is typed.example');
  await waitFor(() => expect(field('Note').value).toBe('green light'));
  expect(field('Sent').checked).toBe(true);
  expect(field('Password').value + field('Code').value).toBe('');
  // Not against the person.
  await click('Clear');
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(field('Domain').value).toBe('');
});

it('what was typed is not filled into another page', async () => {
  restoreTyped();
  const { unmount } = render(<Form />);
  await type('Note', 'green light');
  keepTyped();
  unmount();
  window.history.replaceState(null, '', '/other');
  restoreTyped();
  render(<Form />);
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(field('Note').value).toBe('');
});

it('a part that is gone does not reload the page without a connection', async () => {
  const reload = vi.fn();
  const State = () => <p>{useMissingPart()}</p>;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  watchMissingParts(reload);
  render(<State />);
  fireEvent(window, new Event('vite:preloadError'));
  await see('failed');
  expect(reload).not.toHaveBeenCalled();
});
