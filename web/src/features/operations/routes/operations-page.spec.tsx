import { afterEach, describe, expect, it, vi } from 'vitest';
import { act, screen, within } from '@testing-library/react';
import { OVERVIEW_POLL_MS } from '@/features/operations/api/overview';
import OperationsPage from '@/features/operations/routes/operations-page';
import type { Language } from '@/i18n/language';
import { json, mockApi, problemReply, renderApp, see, seeIn, unseen } from '@/testing';
import { adminApi, deployment, dnsCheck } from '@/testing/operations';

const at = '2026-11-21T10:00:00.000Z';
const process = (name: string, state: string, down: string[] = []) => ({
  name,
  instance: `${name}-1`,
  state,
  startedAt: at,
  lastSeenAt: at,
  dependencies: [
    { name: 'mongodb', isUp: true },
    ...down.map((one) => ({ name: one, isUp: false })),
  ],
});
const overview = (ops = {}) => ({
  ops: {
    processes: [process('catalog', 'ready'), process('media-worker', 'notReady', ['redis'])],
    queues: [{ name: 'backups', kind: 'job', waiting: 4, active: 1, delayed: 0, failed: 2 }],
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

const open = async (answer: () => Response, language: Language = 'en') => {
  const requests = mockApi({
    ...adminApi,
    'GET /api/operations': answer,
    'GET /api/samples/state': () => json({ diseases: 0, entries: 0, inTrash: 0, edited: [] }),
  });
  await renderApp(<OperationsPage />, { path: '/admin-operations', language });
  return () => requests.filter(({ path }) => path === '/api/operations').length;
};
const part = async (name: string) => within(await screen.findByRole('region', { name }));

afterEach(() => {
  vi.useRealTimers();
});

describe('the operations overview', () => {
  it.each([
    ['on', 'Mail is sent to people and to administrators.'],
    ['off', /^No mail is sent/],
  ])('says whether mail is sent: %s', async (mail, text) => {
    await open(() => json(overview({ mail })));
    expect((await part('Mail')).getByText(text)).toBeTruthy();
  });

  it('shows what needs attention, and links to the details', async () => {
    await open(() => json(overview()));
    const processes = await part('Processes');
    await seeIn(processes, '1 process needs attention.', 'Cannot reach: redis');
    expect(processes.getAllByRole('listitem')[0]?.textContent).toContain('media-worker');
    const counts = (await part('Queues')).getAllByRole('definition');
    expect(counts.map(({ textContent }) => textContent)).toEqual(['4', '1', '0', '2']);
    expect((await part('Dead letters')).getByText('3')).toBeTruthy();
    expect((await part('Certificate')).getByText('9 days left')).toBeTruthy();
    const backups = await part('Backups');
    await seeIn(backups, '99.9%', 'Passed');
    expect((await part('Last deployment')).getByText('Completed')).toBeTruthy();
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(ways).toEqual(['/admin-dead-letters', '/dns-checker', '/admin-backup', '/deployment']);
  });

  it('shows which services are unreachable, and the cards of the others', async () => {
    const { backup } = overview();
    await open(() => json({ backup }));
    expect((await screen.findAllByText(/temporarily unavailable/)).length).toBe(6);
    expect((await part('Backups')).getByText('99.9%')).toBeTruthy();
  });

  it('distinguishes missing data from an unreachable service', async () => {
    const { ops } = overview({ certificate: undefined, processes: [], queues: [] });
    await open(() => json({ ops, backup: { coverage: 100 }, deployment: null }));
    await see('Nothing has been deployed yet.');
    expect(screen.getAllByText('Never')).toHaveLength(2);
    await see(/^No certificate found for your domain/);
    unseen(/temporarily unavailable/);
  });

  it.each([
    ['en', 'Queues', "Job queues can't be counted right now.", /temporarily unavailable/],
    ['kn', 'ಸರದಿಗಳು', 'ಕೆಲಸಗಳ ಸರದಿಯನ್ನು ಸದ್ಯಕ್ಕೆ ತೋರಿಸಲು ಆಗುತ್ತಿಲ್ಲ.', /ಮಾಹಿತಿ ಸದ್ಯಕ್ಕೆ ಲಭ್ಯವಿಲ್ಲ/],
  ] as const)(
    'shows unknown data as unknown, not as empty (%s)',
    async (language, title, jobs, away) => {
      const events = {
        name: 'events.ops',
        kind: 'event',
        waiting: 7,
        active: 0,
        delayed: 0,
        failed: 0,
      };
      const unknown = ['jobQueues', 'certificate'];
      const { ops, backup } = overview({ certificate: undefined, queues: [events], unknown });
      await open(() => json({ ops, backup }), language);
      const queues = await part(title);
      await seeIn(queues, jobs, 'events.ops');
      // The certificate, and the deployment that is missing in the reply.
      expect(screen.getAllByText(away)).toHaveLength(2);
    },
  );

  it('polls every ten seconds, and keeps the last data if that fails', async () => {
    let answer = json(overview());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const asked = await open(() => answer.clone());
    await see('99.9%');
    const before = asked();
    answer = problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 });
    await act(() => vi.advanceTimersByTimeAsync(OVERVIEW_POLL_MS));
    await see(/The current status couldn't be loaded/);
    expect(asked()).toBeGreaterThan(before);
    await see('99.9%');
  });
});
