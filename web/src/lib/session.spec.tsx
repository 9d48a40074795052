import { beforeEach, describe, expect, it } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';
import { startAdminSession } from '@/lib/api/admin-token';
import { useSession, useSessionSync } from '@/lib/session';
import { json, mockApi, problemReply, renderApp, see } from '@/testing';

function Who() {
  useSessionSync();
  const { role, can } = useSession();
  return <p>{`${role} ${can('analytics')}`}</p>;
}

/** A server that accepts only the token "good". */
const byToken = ({ headers }: { headers: Headers }) =>
  headers.get('Authorization') === 'Bearer good'
    ? json({ role: 'admin', capabilities: [] })
    : json({ role: 'anonymous', capabilities: [] });

beforeEach(() => localStorage.clear());

describe('the session', () => {
  it('is what the server says, with what a pass allows', async () => {
    mockApi({ 'GET /api/session': () => json({ role: 'pass', capabilities: ['analytics'] }) });
    await renderApp(<Who />);
    await see('pass true');
  });

  it('is renewed if the token has expired', async () => {
    localStorage.setItem('adminToken', 'old');
    mockApi({
      'GET /api/session': byToken,
      'POST /api/admin/refresh': () => json({ token: 'good', expiresAt: '2026-01-01T00:00:00Z' }),
    });
    await renderApp(<Who />);
    await see('admin true');
  });

  it('is anonymous if it cannot be renewed', async () => {
    localStorage.setItem('adminToken', 'old');
    mockApi({
      'GET /api/session': byToken,
      'POST /api/admin/refresh': () => problemReply(401, 'ACCESS_REQUIRED'),
    });
    await renderApp(<Who />);
    await see('anonymous false');
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it('is loaded again after a sign-in', async () => {
    mockApi({ 'GET /api/session': byToken });
    await renderApp(<Who />);
    await see('anonymous false');
    act(() => startAdminSession({ token: 'good' }));
    await see('admin true');
  });

  it('is loaded again when another tab signs out', async () => {
    localStorage.setItem('adminToken', 'good');
    mockApi({ 'GET /api/session': byToken });
    await renderApp(<Who />);
    await see('admin true');
    localStorage.removeItem('adminToken');
    const change = { key: 'adminToken', oldValue: 'good', newValue: null };
    act(() => void window.dispatchEvent(new StorageEvent('storage', change)));
    await waitFor(() => expect(screen.getByText('anonymous false')).toBeTruthy());
  });
});
