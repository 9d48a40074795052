import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import BackupPage from '@/features/admin-backup/routes/backup-page';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { renderApp, user } from '@/testing/render';

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
const status = (more = {}) => ({
  totalImages: 12,
  totalBackups: 12,
  backupCoverage: 100,
  backupDirectory: '/backups',
  recentLogs: [],
  ...more,
});

const queues = [
  { name: 'process', waiting: 3, active: 1, delayed: 0, failed: 0 },
  { name: 'backup', waiting: 0, active: 0, delayed: 0, failed: 7 },
  { name: 'runs', waiting: 0, active: 0, delayed: 2, failed: 0 },
];

const open = async (
  state: () => Response,
  more: Parameters<typeof mockApi>[0] = {},
  language: 'en' | 'kn' = 'en',
) => {
  const requests = mockApi({
    'GET /api/session': () => json({ role: 'admin', capabilities: [] }),
    'GET /api/config': () => json({ productName: { en: 'X', kn: 'ಕ' } }),
    'GET /api/backup/status': state,
    'GET /api/media/queues': () => json({ queues }),
    'GET /api/backup/complete': () => json({ isExpected: true }),
    ...more,
  });
  await renderApp(<BackupPage />, { path: '/admin-backup', language });
  return requests;
};
const full = (name = 'Run Full Backup') => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the backup screen', () => {
  it('shows the figures, the folder and that nothing was done yet', async () => {
    await open(() => json(status({ verifiedSince: '2026-11-20T10:00:00.000Z' })));
    expect(await screen.findByText('No backup logs yet')).toBeTruthy();
    expect(screen.getByText('Protected')).toBeTruthy();
    expect(screen.getByText('100%')).toBeTruthy();
    expect(screen.getByText('/backups')).toBeTruthy();
    expect(screen.getByText(/November 20, 2026/)).toBeTruthy();
  });

  it('shows how full the queues are', async () => {
    await open(() => json(status()));
    const name = await screen.findByRole('heading', { name: 'Automatic backups' });
    const queue = within(name.parentElement as HTMLElement);
    expect(queue.getByText('Failed').nextSibling?.textContent).toBe('7');
  });

  it('does not call incomplete backups protected, nor round them up', async () => {
    await open(() =>
      json(status({ totalBackups: 9_999, totalImages: 10_000, backupCoverage: 99.99 })),
    );
    expect(await screen.findByText('99.9%')).toBeTruthy();
    expect(screen.queryByText('Protected')).toBeNull();
    expect(screen.getByText('1 image has no verified backup.')).toBeTruthy();
  });

  it('names each run by type and state, with its failures', async () => {
    const recentLogs = [
      log('1', { status: 'failed', successfulBackups: 10, failedBackups: 2 }),
      log('2', { backupType: 'automatic' }),
      log('3', { backupType: 'nightly', status: 'odd' }),
    ];
    await open(() => json(status({ recentLogs })), {
      [`GET /api/backup/${id('1')}`]: () =>
        json({
          ...recentLogs[0],
          errorMessage: 'diskFull',
          failures: [{ imageId: id('f'), filename: 'abc.png', reason: 'masterMissing' }],
        }),
    });
    const rows = (await screen.findAllByRole('button', { name: /^Details/ })).map(
      (button) => button.closest('li')?.textContent,
    );
    expect(rows[0]).toMatch(/FailedFull Backup.*10\/12 successful · 2 failed/);
    expect(rows[1]).toMatch(/CompletedAutomatic Backup.*12\/12 successful/);
    expect(rows[1]).not.toMatch(/0 failed/);
    expect(rows[2]).toMatch(/UnknownAutomatic Backup/);
    await user.click(screen.getByRole('button', { name: /^Details: Full Backup/ }));
    const details = within(await screen.findByRole('dialog', { name: 'Full Backup' }));
    expect(await details.findByText('abc.png')).toBeTruthy();
    expect(details.getByText('The image is missing from storage')).toBeTruthy();
    expect(details.getByText(/backup folder is full/)).toBeTruthy();
  });

  it.each([
    ['completed', 'Backup completed successfully', 'All medical images have been backed up'],
    ['failed', 'Backup failed', 'Please try again or contact support'],
  ])('is busy until the run is %s, and only then shows the result', async (end, title, text) => {
    let asked = 0;
    await open(() => json(status()), {
      'POST /api/backup/full': () => json({ id: id('9'), alreadyRunning: false }, { status: 202 }),
      [`GET /api/backup/${id('9')}`]: () =>
        json({ ...log('9'), status: ++asked < 2 ? 'running' : end, failures: [] }),
    });
    await user.click(await full());
    expect((await full('Backing up...')).disabled).toBe(true);
    expect(screen.queryByText(title)).toBeNull();
    expect(await screen.findByText(title, {}, { timeout: 4_000 })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect((await full()).disabled).toBe(false);
  });

  it('follows a backup that another administrator has started', async () => {
    await open(() => json(status({ runningId: id('9') })), {
      [`GET /api/backup/${id('9')}`]: () => json({ ...log('9'), status: 'running', failures: [] }),
    });
    expect((await full('Backing up...')).disabled).toBe(true);
  });

  it('keeps the result of a backup that ends before the reply to its start', async () => {
    // The page polls often while any run is active.
    const recentLogs = [log('2', { backupType: 'automatic', status: 'running' })];
    let state = status({ recentLogs });
    let reply: (response: Response) => void = () => undefined;
    await open(() => json(state), {
      'POST /api/backup/full': () => new Promise<Response>((resolve) => (reply = resolve)),
      [`GET /api/backup/${id('9')}`]: () => json({ ...log('9'), failures: [] }),
    });
    await user.click(await full());
    state = status({ recentLogs, runningId: id('9') });
    expect(await screen.findByText('Backup completed successfully')).toBeTruthy();
    reply(json({ id: id('9'), alreadyRunning: true }, { status: 202 }));
    await waitFor(async () => expect((await full()).disabled).toBe(false));
    expect(screen.getByText('Backup completed successfully')).toBeTruthy();
  });

  it('says at once that a backup could not be started', async () => {
    await open(() => json(status()), {
      'POST /api/backup/full': () => problemReply(500, 'INTERNAL_ERROR'),
    });
    await user.click(await full());
    expect(await screen.findByText('Backup failed')).toBeTruthy();
    expect((await full()).disabled).toBe(false);
  });

  it('shows the result of the last drill, and which one passed', async () => {
    const lastDrill = {
      at: '2026-11-19T03:00:00.000Z',
      seconds: 41.6,
      images: 12,
      mismatches: 1,
      passed: false,
    };
    await open(() => json(status({ lastDrill, drillPassedAt: '2026-11-12T03:00:00.000Z' })));
    const title = await screen.findByRole('heading', { name: 'Restore drill' });
    const drill = within(title.parentElement as HTMLElement);
    expect(drill.getByText('Not passed')).toBeTruthy();
    expect(drill.getByText('42 seconds')).toBeTruthy();
    expect(drill.getByText('Last passed').nextSibling?.textContent).toMatch(/^November 12, 2026/);
  });

  describe('shows of the backup of everything', () => {
    const complete = (more = {}) => ({
      isExpected: true,
      rpoMinutes: 60,
      last: {
        startedAt: new Date(Date.now() - 10 * 60_000).toISOString(),
        seconds: 4,
        bytes: 2_944_336,
        addedBytes: 56_667,
        databases: [
          { name: 'billing', documents: 4 },
          { name: 'catalog', documents: 1_200 },
        ],
      },
      ...more,
    });
    const card = async (state: () => Response) => {
      await open(() => json(status()), { 'GET /api/backup/complete': state });
      const title = await screen.findByRole('heading', { name: 'Backup of everything' });
      return within(title.parentElement as HTMLElement);
    };

    it('its age, size, drill and how long a restore takes', async () => {
      const lastDrill = { at: '2026-11-20T10:00:00.000Z', passed: true, restoreSeconds: 3 };
      const shown = await card(() => json(complete({ lastDrill })));
      expect(await shown.findByText('Up to date')).toBeTruthy();
      expect(shown.getByText('10 minutes')).toBeTruthy();
      expect(shown.getByText('2.9 MB')).toBeTruthy();
      expect(shown.getByText('1,204')).toBeTruthy();
      expect(shown.getByText('3 seconds')).toBeTruthy();
      expect(shown.getByText(/^Passed, November 20, 2026/)).toBeTruthy();
      expect(shown.getByText(/Keep the backup password/)).toBeTruthy();
    });

    it('that it is overdue, and in which part it failed', async () => {
      const { last } = complete();
      const old = { ...last, startedAt: new Date(Date.now() - 61 * 60_000).toISOString() };
      const failure = { run: 'backup', at: '2026-11-20T10:00:00.000Z', step: 'repository' };
      const shown = await card(() => json(complete({ last: old, failure })));
      expect(await shown.findByText('Overdue')).toBeTruthy();
      expect(shown.getByText(/^The backup of November 20, 2026.* failed\./)).toBeTruthy();
      expect(shown.getByText(/disk, server or password/)).toBeTruthy();
    });

    it.each([
      [true, /hasn't finished yet/],
      [false, /makes no backup of everything by itself/],
    ])('that there is none (expected: %s)', async (isExpected, text) => {
      const shown = await card(() => json({ isExpected }));
      expect(await shown.findByText('None yet')).toBeTruthy();
      expect(shown.getByText(text)).toBeTruthy();
    });

    it('that its state is unknown, beside those of images', async () => {
      const shown = await card(() => problemReply(503, 'SERVICE_UNAVAILABLE'));
      expect(await shown.findByText("The state of this backup couldn't be loaded")).toBeTruthy();
      expect(screen.getByText('Protected')).toBeTruthy();
    });
  });
});
