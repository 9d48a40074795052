import { beforeEach, expect, it, vi } from 'vitest';
import type { SessionState } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { AppLayout } from '@/app/app-layout';
import { AccessNotice } from '@/components/layout/access-gate';
import { call, routes } from '@/lib/api';
import { useSession } from '@/lib/session';
import { SESSION_POLL_MS } from '../model/use-pass-countdown';
import { click, hrefOf, json, mockApi, problemReply, renderApp, see, unseen } from '@/testing';

const anonymous: SessionState = { role: 'anonymous', capabilities: [] };
const pass = (secondsLeft: number): SessionState => ({
  role: 'pass',
  plan: 'hourly',
  capabilities: ['read', 'tools'],
  secondsLeft,
});

let session: () => Response | Promise<Response>;
let diseases: () => Response;

/** A screen as those of the registry are. */
function Reading() {
  const own = useSession();
  const query = useQuery({
    queryKey: ['diseases'],
    queryFn: () => call(routes.listDiseases),
    enabled: own.can('read'),
  });
  if (own.error || (own.role && !own.can('read'))) return <AccessNotice />;
  return (
    <>
      <p>{query.data?.[0]?.nameEn}</p>
      <button onClick={() => void query.refetch()}>again</button>
    </>
  );
}

const open = async (path = '/app?disease=7') => {
  const requests = mockApi({
    'GET /api/session': () => session(),
    'GET /api/diseases': () => diseases(),
  });
  await renderApp(
    <Routes>
      <Route element={<AppLayout />}>
        <Route path="*" element={<Reading />} />
      </Route>
    </Routes>,
    { path },
  );
  return () => requests.filter((call) => call.path === '/api/session').length;
};

const openAsthma = async () => {
  const asked = await open();
  await see('Asthma');
  return asked;
};
const seeTime = (time: RegExp) =>
  waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(time));
/** Second by second, so that React can set the timer for the next. */
const pause = async (seconds: number) => {
  for (let second = 0; second < seconds; second++)
    await act(() => vi.advanceTimersByTimeAsync(1_000));
};
const wake = () => act(() => void document.dispatchEvent(new Event('visibilitychange')));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  session = () => json(pass(3_600));
  diseases = () => json([{ nameEn: 'Asthma' }]);
});

it('the clock of a pass counts the server’s seconds down, without reading them out', async () => {
  session = () => json(pass(600));
  await open();
  await seeTime(/^Time left: (10:00|09:59)$/);
  await pause(20);
  await seeTime(/^Time left: (09:40|09:39|09:38)$/);
  expect(screen.getByRole('timer').hasAttribute('aria-live')).toBe(false);
});

it('the clock of a pass is corrected when the page wakes, and continues if that fails', async () => {
  await openAsthma();
  session = () => json(pass(1_200));
  wake();
  await seeTime(/(20:00|19:59)$/);
  session = () => Promise.reject(new TypeError('Failed to fetch'));
  wake();
  await pause(2);
  await seeTime(/19:5\d$/);
  await see('Asthma');
});

it('the clock of a pass warns five minutes before the end and leads on', async () => {
  session = () => json(pass(302));
  await openAsthma();
  unseen(/less than 5 minutes/);
  await pause(3);
  const warning = (await screen.findByText(/less than 5 minutes/)).closest('[role=status]');
  expect(warning?.textContent).toContain('Your unsaved drafts are kept.');
  expect(await hrefOf('Buy another hour')).toBe('/hourly-access');
  await click('Close');
  unseen(/less than 5 minutes/);
});

it('the clock of a pass ends: the data leaves, what was typed is kept, and the ways on are shown', async () => {
  session = () => json(pass(2));
  const asked = await open();
  sessionStorage.setItem('draft:note:1', '{"content":"half a note"}');
  await see('Asthma');
  session = () => json(anonymous);
  await pause(3);
  await see('Your access has ended');
  unseen('Asthma');
  expect(screen.queryByRole('timer')).toBeNull();
  expect(asked()).toBe(2);
  await see(/What you've typed is saved/);
  expect(sessionStorage.getItem('draft:note:1')).toContain('half a note');
  expect(await hrefOf('Hourly Access')).toBe('/hourly-access');
});

it('the clock of a pass ends also without a connection', async () => {
  session = () => json(pass(2));
  await openAsthma();
  session = () => Promise.reject(new TypeError('Failed to fetch'));
  await pause(3);
  await see('Your access has ended');
  unseen('Asthma');
});

it('the clock of a pass continues if the server reports more time than the page counted', async () => {
  session = () => json(pass(2));
  await openAsthma();
  session = () => json(pass(3_600));
  await pause(3);
  await seeTime(/(1:00:00|59:5\d)$/);
  await see('Asthma');
});

it('the clock of a pass ends when a call is refused although the clock still ran', async () => {
  await openAsthma();
  session = () => json(anonymous);
  diseases = () => problemReply(401, 'ACCESS_REQUIRED');
  await click('again');
  await see('Your access has ended');
});

it('the access that was moved to another browser ends here within half a minute', async () => {
  await openAsthma();
  sessionStorage.setItem('draft:note:1', '{"content":"half a note"}');
  session = () => json({ ...anonymous, reason: 'moved' });
  await pause(SESSION_POLL_MS / 1_000);
  await see('Your access runs in another browser', /What you've typed is saved/);
  unseen('Asthma');
});

it('the clock of a pass does not load the session if a call fails for another reason', async () => {
  const asked = await openAsthma();
  diseases = () => problemReply(500, 'INTERNAL_ERROR');
  await click('again');
  await pause(1);
  expect(asked()).toBe(1);
});

it('the header of a pass has the figures where the plan has them, and days where there are many', async () => {
  const premium = { plan: 'premium', capabilities: ['read', 'analytics'] };
  session = () => json({ ...pass(30 * 86_400), ...premium });
  await openAsthma();
  await seeTime(/29 days 23 hours$/);
  await see('Premium');
  expect(await hrefOf('Trends')).toBe('/trends');
});

it('the header of a pass does not interrupt the page of the receipt', async () => {
  sessionStorage.setItem('pass:place', '/app?disease=7&tab=notes');
  sessionStorage.setItem('draft:note:1', '{"content":"half a note"}');
  await open('/hourly-access');
  await seeTime(/59:\d\d$|1:00:00$/);
  expect(sessionStorage.getItem('pass:place')).not.toBeNull();
  unseen('Your unsaved draft is still here.');
});
