import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { AccessNotice, type AccessNoticeProps } from '@/components/layout/access-gate';
import { mockApi, json } from '@/testing/mock-api';
import { renderApp } from '@/testing/render';

type Needs = AccessNoticeProps['needs'];

let role = 'anonymous';
const open = (needs?: Needs) => {
  mockApi({ 'GET /api/session': () => json({ role, capabilities: [] }) });
  return renderApp(<AccessNotice needs={needs} />, { path: '/app' });
};
const links = () =>
  screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);

beforeEach(() => {
  role = 'anonymous';
  sessionStorage.clear();
});

describe('a closed screen', () => {
  it('offers a visitor both kinds of access and the restore of paid access', async () => {
    await open();
    expect(await screen.findByText('Access required')).toBeTruthy();
    expect(links()).toEqual([
      'Hourly Access /hourly-access',
      'Admin Login /admin-login',
      'Restore access /access',
    ]);
  });

  it('does not sell an hour for what an hour does not open', async () => {
    await open('admin');
    expect(await screen.findByText('This page is for administrators.')).toBeTruthy();
    expect(links()).toEqual(['Admin Login /admin-login']);
  });

  it('names the plans that have the figures', async () => {
    role = 'pass';
    await open('analytics');
    expect(await screen.findByText('Not included in your access')).toBeTruthy();
    expect(screen.getByText(/premium and professional plans/)).toBeTruthy();
    expect(links()).toEqual(['View plans /subscribe', 'Back to the registry /app']);
  });

  it('does not say that access ended to a visitor who never had any', async () => {
    sessionStorage.setItem('draft:note:1', '{}');
    await open();
    await screen.findByText('Access required');
    expect(screen.queryByText(/saved in this tab/)).toBeNull();
  });

  it('opens when access was bought in another tab', async () => {
    await open();
    await screen.findByText('Access required');
    role = 'pass';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Not included in your access')).toBeTruthy();
  });
});
