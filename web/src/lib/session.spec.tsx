import { expect, it, vi } from 'vitest';
import { act } from '@testing-library/react';
import { clearAdminToken, startAdminSession } from '@/lib/api/admin-token';
import { useSession, useSessionSync } from '@/lib/session';
import { json, problemReply, renderPage, see } from '@/testing';

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

it.each([
  ['is renewed if the token has expired', json({ token: 'good' }), 'admin true', 'good'],
  ['is anonymous if it cannot be', problemReply(401, 'ACCESS_REQUIRED'), 'anonymous false', null],
])('the session %s', async (_title, renewal, who, token) => {
  localStorage.setItem('adminToken', 'old');
  const answers = { 'GET /api/session': byToken, 'POST /api/admin/refresh': () => renewal };
  await renderPage(answers, <Who />);
  await see(who);
  expect(localStorage.getItem('adminToken')).toBe(token);
});

it('the session of a sign-in lasts until the page is closed where storage is blocked', async () => {
  vi.stubGlobal('localStorage', undefined);
  await renderPage({ 'GET /api/session': byToken }, <Who />);
  act(() => startAdminSession({ token: 'good' }));
  await see('admin true');
  act(clearAdminToken);
  await see('anonymous false');
  vi.unstubAllGlobals();
});

it('the session is loaded again after a sign-in, and when another tab signs out', async () => {
  await renderPage({ 'GET /api/session': byToken }, <Who />);
  await see('anonymous false');
  act(() => startAdminSession({ token: 'good' }));
  await see('admin true');
  localStorage.removeItem('adminToken');
  const change = { key: 'adminToken', oldValue: 'good', newValue: null };
  act(() => void window.dispatchEvent(new StorageEvent('storage', change)));
  await see('anonymous false');
});

it('the session is loaded again when the page was asleep', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let capabilities: string[] = [];
  await renderPage({ 'GET /api/session': () => json({ role: 'pass', capabilities }) }, <Who />);
  await see('pass false');
  capabilities = ['analytics'];
  vi.setSystemTime(Date.now() + 120_000);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await see('pass true');
});
