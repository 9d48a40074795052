import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { agree, click, place, renderApp, see, unseen } from '@/testing';
import { json, mockApi, noContent, sessionOf, unavailable } from '@/testing/mock-api';
import SessionsPage from './sessions-page';

beforeEach(() => localStorage.setItem('adminToken', 'token'));

const endAll = async (reply: () => Response) => {
  mockApi({
    ...sessionOf('practitioner', ['account']),
    'GET /api/sessions': () => json([]),
    'DELETE /api/sessions': reply,
    'POST /api/admin/logout': unavailable,
  });
  await renderApp(<SessionsPage />, { path: '/admin-sessions' });
  await click('Log out on all devices');
  await agree('Log out on all devices');
};

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
