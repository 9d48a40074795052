import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { agree, click, place, renderApp, see, unseen, user } from '@/testing';
import { json, mockApi, noContent, type Replies, sessionOf, unavailable } from '@/testing/mock-api';
import SessionsPage from './sessions-page';

beforeEach(() => localStorage.setItem('adminToken', 'token'));

const device = (digit: string, isCurrent: boolean) => ({
  ...{ id: digit.repeat(24), browser: 'Firefox', system: 'Android', isCurrent },
  ...{ startedAt: '2026-11-20T10:00:00.000Z', lastSeenAt: '2026-11-21T10:00:00.000Z' },
});
const open = async (replies: Replies) => {
  mockApi({
    ...sessionOf('practitioner', ['account']),
    'GET /api/sessions': () => json([]),
    'POST /api/admin/logout': unavailable,
    ...replies,
  });
  await renderApp(<SessionsPage />, { path: '/admin-sessions' });
};
const endAll = async (reply: () => Response) => {
  await open({ 'DELETE /api/sessions': reply });
  await click('Log out on all devices');
  await agree('Log out on all devices');
};

it('ends a session on another device', async () => {
  const sessions = [device('a', true), device('b', false)];
  await open({
    'GET /api/sessions': () => json(sessions),
    [`DELETE /api/sessions/${'b'.repeat(24)}`]: () => {
      sessions.pop();
      return noContent();
    },
  });
  const rows = () => screen.getAllByText(/^Firefox/);
  await waitFor(() => expect(rows()).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: /Firefox/ })[1] as Element);
  await waitFor(() => expect(rows()).toHaveLength(1));
  await see('This device', 'The device is logged out');
  expect(localStorage.getItem('adminToken')).toBe('token');
});

it('stays logged in if the other devices could not be logged out', async () => {
  await endAll(unavailable);
  await see('Logging out did not succeed');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(localStorage.getItem('adminToken')).toBe('token');
});

it('logs out here after all sessions have ended, whatever the server answers then', async () => {
  await endAll(noContent);
  await waitFor(() => expect(place()).toBe('/'));
  expect(localStorage.getItem('adminToken')).toBeNull();
  unseen('Logging out did not succeed');
});
