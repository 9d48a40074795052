import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { mockApi, json } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
import { HeaderLayout } from './header-layout';

const config = { productName: { en: 'Light Therapy', kn: 'ಬೆಳಕು ಚಿಕಿತ್ಸೆ' } };

beforeEach(() => {
  localStorage.clear();
  mockApi({ 'GET /api/config': () => json(config) });
});

describe('the header', () => {
  it('shows the configured name as a link to the landing page', async () => {
    await renderApp(<HeaderLayout />, { path: '/trends' });
    const title = await screen.findByRole('link', { name: 'Light Therapy Database' });
    await user.click(title);
    expect(screen.getByTestId('place').textContent).toBe('/');
  });

  it('switches the language, keeps it and sets the language of the document', async () => {
    await renderApp(<HeaderLayout />);
    await user.click(screen.getByRole('button', { name: /^ಕನ್ನಡ/ }));
    expect(await screen.findByText('ಬೆಳಕು ಚಿಕಿತ್ಸೆ ದತ್ತಸಂಚಯ')).toBeTruthy();
    expect(localStorage.getItem('language')).toBe('kn');
    expect(document.documentElement.lang).toBe('kn');
    await user.click(screen.getByRole('button', { name: /^English/ }));
    await waitFor(() => expect(localStorage.getItem('language')).toBe('en'));
    expect(document.documentElement.lang).toBe('en');
  });

  it('switches the theme and keeps it', async () => {
    await renderApp(<HeaderLayout />);
    await user.click(screen.getByRole('button', { name: 'Theme: Light' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(screen.getByRole('button', { name: 'Theme: Dark' })).toBeTruthy();
  });
});
