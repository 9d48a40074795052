import { expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import BackupPage from '@/features/admin-backup/routes/backup-page';
import { adminApi, button, click, json, mockApi, part, problemReply, renderApp } from '@/testing';
import { type Replies, see, seeIn, unavailable, unseen, user } from '@/testing';

const id = (digit: string) => digit.repeat(24);
const log = (digit: string, more = {}) => ({
  id: id(digit),
  backupType: 'full',
  status: 'completed',
  startTime: '2026-11-20T21:30:00.000Z',
  endTime: '2026-11-20T21:31:00.000Z',
  totalImages: 12,
  successfulBackups: 12,
  failedBackups: 0,
  backupPath: '/backups',
  ...more,
});
const run = (status: string) => json({ ...log('9'), status, failures: [] });
/** Opens the page; `state` is a part of the state of the backups, or what returns it. */
const open = async (state: object | (() => object) = {}, more: Replies = {}) => {
  const counts = { totalImages: 12, totalBackups: 12, backupCoverage: 100 };
  const status = { ...counts, recentLogs: [], backupDirectory: '/backups' };
  mockApi({
    ...adminApi,
    'GET /api/backup/status': () =>
      json({ ...status, ...(typeof state === 'function' ? (state() as object) : state) }),
    'GET /api/backup/complete': () => json({ isExpected: true }),
    ...more,
  });
  await renderApp(<BackupPage />, { path: '/admin-backup' });
};
const full = async () => {
  await see('/backups');
  return button('Run Full Backup');
};
const card = async (name: string) => {
  const title = await screen.findByRole('heading', { name });
  return within(title.parentElement as HTMLElement);
};

it('the backup screen shows the figures, the folder and that nothing was done yet', async () => {
  await open({ verifiedSince: '2026-11-20T10:00:00.000Z' });
  await see('No backup logs yet', 'Protected', '100%', '/backups', /20 November 2026/);
});

it('the backup screen does not call incomplete backups protected, nor round them up', async () => {
  await open({ totalBackups: 9_999, totalImages: 10_000, backupCoverage: 99.99 });
  await see('99.9%', '1 image has no verified backup.');
  unseen('Protected');
});

it('the backup screen names each run by type and state, with its failures', async () => {
  const recentLogs = [
    log('1', { status: 'failed', successfulBackups: 10, failedBackups: 2 }),
    log('2', { backupType: 'automatic' }),
    log('3', { backupType: 'nightly', status: 'odd' }),
  ];
  const failures = [{ imageId: id('f'), filename: 'abc.png', reason: 'masterMissing' }];
  const details = { ...recentLogs[0], errorMessage: 'diskFull', failures };
  await open({ recentLogs }, { [`GET /api/backup/${id('1')}`]: () => json(details) });
  const buttons = await screen.findAllByRole('button', { name: /^Details/ });
  const rows = buttons.map((one) => one.closest('li')?.textContent);
  expect(rows[0]).toMatch(/Full BackupFailed.*10\/12 successful · 2 failed/);
  expect(rows[1]).toMatch(/Automatic BackupCompleted.*12\/12 successful/);
  expect(rows[1]).not.toMatch(/0 failed/);
  expect(rows[2]).toMatch(/Automatic BackupUnknown/);
  await click(/^Details: Full Backup/);
  const dialog = await part('dialog', 'Full Backup');
  await seeIn(dialog, 'abc.png', 'The image is missing from storage', /backup folder is full/);
});

it.each([
  ['completed', 'Backup completed successfully', 'All medical images have been backed up'],
  ['failed', 'Backup failed', 'Please try again or contact support'],
])('the page is busy until the run is %s, and then shows it', async (end, title, text) => {
  let asked = 0;
  await open(undefined, {
    'POST /api/backup/full': () => json({ id: id('9'), alreadyRunning: false }, { status: 202 }),
    [`GET /api/backup/${id('9')}`]: () => run(++asked < 2 ? 'running' : end),
  });
  await user.click(await full());
  expect((await button('Backing up...')).disabled).toBe(true);
  unseen(title);
  await see(title, text);
  expect((await full()).disabled).toBe(false);
});

it('the backup screen follows a backup that another administrator has started', async () => {
  await open({ runningId: id('9') }, { [`GET /api/backup/${id('9')}`]: () => run('running') });
  expect((await button('Backing up...')).disabled).toBe(true);
});

it('the backup screen keeps the result of a backup that ends before the reply to its start', async () => {
  // The page polls often while any run is active.
  const recentLogs = [log('2', { backupType: 'automatic', status: 'running' })];
  let state: object = { recentLogs };
  let reply: (response: Response) => void = () => undefined;
  await open(() => state, {
    'POST /api/backup/full': () => new Promise<Response>((resolve) => (reply = resolve)),
    [`GET /api/backup/${id('9')}`]: () => run('completed'),
  });
  await user.click(await full());
  state = { recentLogs, runningId: id('9') };
  await see('Backup completed successfully');
  reply(json({ id: id('9'), alreadyRunning: true }, { status: 202 }));
  await waitFor(async () => expect((await full()).disabled).toBe(false));
  await see('Backup completed successfully');
});

it('the backup screen says at once that a backup could not be started', async () => {
  await open(undefined, { 'POST /api/backup/full': () => problemReply(500, 'INTERNAL_ERROR') });
  await user.click(await full());
  await see('Backup failed');
  expect((await full()).disabled).toBe(false);
});

it('the backup screen shows the result of the last drill, and which one passed', async () => {
  const figures = { seconds: 41.6, images: 12, mismatches: 1, passed: false };
  const lastDrill = { at: '2026-11-19T03:00:00.000Z', ...figures };
  await open({ lastDrill, drillPassedAt: '2026-11-12T03:00:00.000Z' });
  const drill = await card('Restore drill');
  await seeIn(drill, 'Not passed', '42 seconds');
  expect(drill.getByText('Last passed').nextSibling?.textContent).toMatch(/^12 November 2026/);
});

const complete = (minutes: number, more = {}, place = 'unknown') => {
  const startedAt = new Date(Date.now() - minutes * 60_000).toISOString();
  const counts = { billing: 4, catalog: 1_200 };
  const databases = Object.entries(counts).map(([name, documents]) => ({ name, documents }));
  const last = { startedAt, seconds: 4, bytes: 2_944_336, addedBytes: 56_667, databases, place };
  return json({ isExpected: true, rpoMinutes: 60, last, ...more });
};
const openCard = async (state: () => Response) => {
  await open(undefined, { 'GET /api/backup/complete': state });
  return card('Backup of everything');
};

it('the backup of everything shows its age, size, drill and how long a restore takes', async () => {
  const lastDrill = { at: '2026-11-20T10:00:00.000Z', passed: true, restoreSeconds: 3 };
  const shown = await openCard(() => complete(10, { lastDrill }));
  await seeIn(shown, 'Up to date', '10 minutes', '2.9 MB', '1,204', '3 seconds');
  await seeIn(shown, /^Passed, 20 November 2026/, /Keep the backup password/);
  expect(shown.queryByText('Data loss at most')).toBeNull();
});

it('the backup of everything shows that it is overdue, what else is wrong, and in which part it failed', async () => {
  const failure = { run: 'backup', at: '2026-11-20T10:00:00.000Z', step: 'repository' };
  const warnings = [{ code: 'completeBackupOnDataDisk' }, { code: 'mailGivenUp', at: failure.at }];
  const shown = await openCard(() => complete(61, { failure, warnings }, 'dataDisk'));
  await see(/If that disk fails, both are lost/, /given up on 20 November 2026/);
  await seeIn(shown, 'Overdue', /^The backup of 20 November 2026.* failed\./);
  await seeIn(shown, /disk, server or password/, 'On the same disk as the data');
});

it.each([
  [true, /hasn't finished yet/],
  [false, 'npm run backup'],
])('the backup of everything shows that there is none (expected: %s)', async (isExpected, text) => {
  await seeIn(await openCard(() => json({ isExpected })), 'None yet', text);
});

it('the backup of everything shows that its state is unknown, beside those of images', async () => {
  const shown = await openCard(unavailable);
  await seeIn(shown, "The state of this backup couldn't be loaded");
  await see('Protected');
});
