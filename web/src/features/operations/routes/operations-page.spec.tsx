import { expect, it, vi } from 'vitest';
import { act, cleanup, screen, within } from '@testing-library/react';
import { OVERVIEW_POLL_MS } from '@/lib/overview';
import OperationsPage from '@/features/operations/routes/operations-page';
import { adminApi, json, mockApi, part, renderApp, type Replies, see, seeIn } from '@/testing';
import { unavailable, unseen } from '@/testing';
import { deployment, dnsCheck } from '@/testing/operations';

const at = '2026-11-21T10:00:00.000Z';
const process = (name: string, state: string, down: string[] = []) => ({
  name,
  instance: `${name}-1`,
  state,
  startedAt: at,
  lastSeenAt: at,
  dependencies: ['mongodb', ...down].map((one) => ({ name: one, isUp: !down.includes(one) })),
});
const overview = (ops = {}) => ({
  ops: {
    processes: [process('catalog', 'ready'), process('media-worker', 'notReady', ['redis'])],
    queues: [
      { name: 'backups', kind: 'job', waiting: 4, active: 1, delayed: 0, failed: 2 },
      { name: 'mail', kind: 'job', waiting: 0, active: 0, delayed: 0, failed: 0 },
    ],
    waitingDeadLetters: 3,
    certificate: { ...dnsCheck().certificate, checkedAt: at },
    ...ops,
  },
  backup: {
    lastFull: { startTime: at, status: 'completed' },
    lastDrill: { at, seconds: 3, images: 12, mismatches: 0, passed: true },
    coverage: 99.99,
  },
  deployment: deployment({ stage: 'completed', progress: 100 }),
});

const last = { startedAt: at, seconds: 1, bytes: 1, addedBytes: 1, databases: [] };
const open = async (answer: () => Response, more: Replies = {}) => {
  const requests = mockApi({
    ...adminApi,
    'GET /api/operations': answer,
    'GET /api/samples/state': () => json({ diseases: 0, entries: 0, inTrash: 0, edited: [] }),
    'GET /api/backup/complete': () => json({ isExpected: false, last }),
    ...more,
  });
  await renderApp(<OperationsPage />, { path: '/admin-operations' });
  return () => requests.filter(({ path }) => path === '/api/operations').length;
};
const row = async (name: string) =>
  // A link to a page may have the same name; it comes first.
  within((await screen.findAllByText(name)).at(-1)?.closest('li') as HTMLElement);

it('the operations overview shows what needs attention, and links to the details', async () => {
  const warnings = [{ code: 'completeBackupOverdue', at }];
  await open(() => json(overview({ mail: 'on', warnings })));
  await see('3 things need attention', /^The backup of everything is overdue.*21 November 2026/);
  const processes = await part('region', 'Processes');
  await seeIn(processes, '1 process needs attention.', 'Cannot reach: redis');
  expect(processes.getAllByRole('row')[1]?.textContent).toContain('media-worker');
  const queues = await part('region', 'Queues');
  const counts = (await part('row', /^backups \(Jobs\)/)).getAllByRole('cell');
  expect(counts.map(({ textContent }) => textContent)).toEqual(['4', '1', '0', '2']);
  await seeIn(queues, '1 empty queue');
  await seeIn(await row('Mail'), 'Mail is sent to people and to administrators.');
  await seeIn(await row('Dead letters'), '3');
  await seeIn(await row('Certificate'), '9 days left');
  await seeIn(await row('Backups of images'), '99.9%', 'Passed');
  await seeIn(await row('Last deployment'), 'Completed');
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  const ofRows = ['/admin-backup', '/admin-dead-letters', '/dns-checker', '/deployment'];
  expect(ways).toEqual(['/admin-operations', '/admin-dead-letters', ...ofRows]);
});

it('the operations overview says that all is good, and how to make a missing backup of everything', async () => {
  const good = overview({ processes: [], waitingDeadLetters: 0 });
  await open(() => json(good));
  await see('All good');
  cleanup();
  await open(() => json(good), { 'GET /api/backup/complete': () => json({ isExpected: false }) });
  await see('1 thing needs attention', 'There is no backup of everything yet.');
  await seeIn(await row('Backup of everything'), 'None yet', 'npm run backup');
});

it('the operations overview shows which services are unreachable, and the cards of the others', async () => {
  const { backup } = overview();
  await open(() => json({ backup }));
  expect((await screen.findAllByText(/^This information is temporarily/)).length).toBe(6);
  await seeIn(await row('Backups of images'), '99.9%');
});

it('the operations overview distinguishes missing data from an unreachable service', async () => {
  const { ops } = overview({ certificate: undefined, processes: [], queues: [], mail: 'off' });
  await open(() => json({ ops, backup: { coverage: 100 }, deployment: null }));
  await see('Nothing has been deployed yet.');
  expect(screen.getAllByText('Never')).toHaveLength(2);
  await see(/^No certificate found for your domain/, /^No mail is sent/);
  unseen(/^This information is temporarily unavailable/);
});

it('the operations overview shows unknown data as unknown, not as empty', async () => {
  const counts = { waiting: 7, active: 0, delayed: 0, failed: 0 };
  const queues = [{ name: 'events.ops', kind: 'event', ...counts }];
  const unknown = ['jobQueues', 'certificate'];
  const { ops, backup } = overview({ certificate: undefined, queues, unknown });
  await open(() => json({ ops, backup }));
  await seeIn(
    await part('region', 'Queues'),
    "Job queues can't be counted right now.",
    /^events.ops/,
  );
  // The certificate, and the deployment that is missing in the reply.
  expect(screen.getAllByText(/^This information is temporarily/)).toHaveLength(2);
});

it('the operations overview polls every ten seconds, and keeps the last data if that fails', async () => {
  let answer = json(overview());
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const asked = await open(() => answer.clone());
  await see('99.9%');
  const before = asked();
  answer = unavailable();
  await act(() => vi.advanceTimersByTimeAsync(OVERVIEW_POLL_MS));
  await see(/The current status couldn't be loaded/);
  expect(asked()).toBeGreaterThan(before);
  await see('99.9%');
});
