import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { act, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { startI18n } from '@/i18n';
import { createQueryClient } from '@/lib/api/query-client';
import { toast } from '@/lib/toast';
import { restoreTyped } from '@/lib/typed-fields';
import { click, field, mockApi, see, unseen, user } from '@/testing';
import { App } from './app';

beforeAll(() => startI18n('en'));

beforeEach(() => {
  mockApi({});
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});

const renderHome = (path = '/') => {
  window.history.replaceState(null, '', path);
  render(
    <BrowserRouter>
      <App client={createQueryClient()} />
    </BrowserRouter>,
  );
};

it('the program shows what was said before the toaster was loaded, and one message at a time', async () => {
  toast.error('Lost', { description: 'There is no connection.' });
  renderHome();
  await see('There is no connection.');
  act(() => toast.success('Saved'));
  await see('Saved');
  unseen('Lost', 'There is no connection.');
});

it('the program closes a message after a click, or after five seconds', async () => {
  renderHome();
  act(() => toast.success('Saved'));
  await see('Saved');
  await click('Close');
  await waitFor(() => unseen('Saved'));
  vi.useFakeTimers();
  act(() => toast.success('Saved again'));
  await act(() => vi.advanceTimersByTimeAsync(4_900));
  expect(screen.queryByText('Saved again')).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  unseen('Saved again');
});

it('the program moves the focus to the content of the new screen', async () => {
  renderHome();
  await click(/Admin Login/, 'link');
  const title = await screen.findByRole('heading', { level: 1, name: 'Admin Login' });
  await waitFor(() => expect(document.activeElement).toBe(title.closest('main')));
  expect(document.title).toBe('Admin Login · Color Therapy Database');
});

it('the program keeps what was typed when a page crashes', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  restoreTyped();
  renderHome('/admin-login');
  const name = await field('Username');
  await user.type(name, 'asha');
  // As a browser extension may do it: React then cannot remove the form.
  const stranger = document.createElement('font');
  name.form?.replaceWith(stranger);
  stranger.append(name.form as HTMLFormElement);
  await click('Forgot password?');
  await see(/What you typed is kept, except passwords/);
  expect(sessionStorage.getItem('draft:typed')).toContain('asha');
});
