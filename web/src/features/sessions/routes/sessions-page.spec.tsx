import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';
import SessionsPage from './sessions-page';

beforeEach(() => localStorage.setItem('adminToken', 'token'));

const endAll = async (reply: () => Response) => {
  mockApi({
    'GET /api/session': () => json({ role: 'practitioner', capabilities: ['account'] }),
    'GET /api/sessions': () => json([]),
    'DELETE /api/sessions': reply,
    'POST /api/admin/logout': () => problemReply(503, 'SERVICE_UNAVAILABLE'),
  });
  await renderApp(<SessionsPage />, { path: '/admin-sessions' });
  await user.click(await screen.findByRole('button', { name: 'Log out on all devices' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Log out on all devices' }));
};

it('stays logged in if the other devices could not be logged out', async () => {
  await endAll(() => problemReply(503, 'SERVICE_UNAVAILABLE'));
  expect(await screen.findByText('Logging out did not succeed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(localStorage.getItem('adminToken')).toBe('token');
});

it('logs out here after all sessions have ended, whatever the server answers then', async () => {
  await endAll(() => new Response(null, { status: 204 }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/'));
  expect(localStorage.getItem('adminToken')).toBeNull();
  expect(screen.queryByText('Logging out did not succeed')).toBeNull();
});
