import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { startI18n } from '@/i18n';
import { createQueryClient } from '@/lib/api/query-client';
import { toast } from '@/lib/toast';
import { click, mockApi, see, unseen } from '@/testing';
import { App } from './app';

beforeAll(() => startI18n());

beforeEach(() => {
  localStorage.clear();
  mockApi({});
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});

const renderAt = (path: string) => {
  window.history.replaceState(null, '', path);
  return render(
    <BrowserRouter>
      <App client={createQueryClient()} />
    </BrowserRouter>,
  );
};

describe('the program', () => {
  it('shows what was said before the toaster was loaded, and one message at a time', async () => {
    toast.error('Lost', { description: 'There is no connection.' });
    renderAt('/');
    await see('There is no connection.');
    act(() => toast.success('Saved'));
    await see('Saved');
    unseen('Lost', 'There is no connection.');
  });

  it('moves the focus to the content of the new screen', async () => {
    renderAt('/');
    await click(/Admin Login/, 'link');
    const title = await screen.findByRole('heading', { level: 1, name: 'Admin Login' });
    await waitFor(() => expect(document.activeElement).toBe(title.closest('main')));
    expect(document.title).toBe('Admin Login · Color Therapy Database');
  });

  it('has a page for every other path', async () => {
    renderAt('/no/such/page');
    await see('404 Page Not Found', 'Did you forget to add the page to the router?');
    expect(screen.getByRole('link', { name: 'Back to homepage' }).getAttribute('href')).toBe('/');
  });

  it('says what the landing page says in both languages at once', async () => {
    const { container } = renderAt('/');
    const title = await screen.findByRole('heading', { level: 1 });
    const parts = [...title.querySelectorAll('[lang]')].map((part) => part.getAttribute('lang'));
    expect(parts).toEqual(['en', 'kn']);
    const care = container.querySelector('footer');
    expect(care?.querySelector('[lang=en]')?.textContent).toContain('complementary practice');
    expect(care?.querySelector('[lang=kn]')?.textContent).toContain('ಪೂರಕ ಪದ್ಧತಿ');
    await see('FREE');
  });
});
