import type { DeploymentStatus } from '@ctdb/contracts';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { POLL_MS } from '@/features/deployment/api/deployments';
import { mockApi, json, problemReply } from '@/testing/mock-api';
import { adminApi, deployment, deploymentStatus, dnsCheck } from '@/testing/operations';
import { renderApp, user } from '@/testing/render';
import { MAX_POLL_MS } from '../components/status-card';
import DeploymentPage from './deployment-page';

const id = '1'.repeat(24);
const older = '2'.repeat(24);
const STATUS = `GET /api/deployment/status/${id}`;

const release = (digit: string, isActive: boolean) => ({
  id: digit.repeat(24),
  hash: digit.repeat(64),
  projectName: `Release ${digit}`,
  files: 42,
  bytes: 2_000_000,
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'admin',
  isActive,
});

const list = (items: object[]) =>
  json(items, { headers: { 'X-Total-Count': String(items.length) } });

type Replies = Parameters<typeof mockApi>[0];
const open = async (replies: Replies = {}, path = '/deployment') => {
  const requests = mockApi({
    ...adminApi,
    'GET /api/deployments': () => list([]),
    'GET /api/releases': () => json([]),
    ...replies,
  });
  await renderApp(<DeploymentPage />, { path });
  await screen.findByDisplayValue('colour.example');
  return requests;
};
const deploy = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Deploy' });
const started = (alreadyRunning = false) =>
  json({ deploymentId: id, status: 'preparing', alreadyRunning }, { status: 202 });

let logged: MockInstance<typeof console.error>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  logged.mockRestore();
  vi.useRealTimers();
});

describe('starting a deployment', () => {
  it('sends name and domain, and follows the deployment', async () => {
    const requests = await open({
      'POST /api/deployment/start': () => started(),
      [STATUS]: () => json(deploymentStatus()),
    });
    expect(screen.getByDisplayValue('Medical Color Therapy Database')).toBeTruthy();
    await user.click(deploy());
    expect(await screen.findByText('Deployment Started')).toBeTruthy();
    expect(await screen.findByText('Building the application')).toBeTruthy();
    expect(screen.getByTestId('place').textContent).toBe(`/deployment?id=${id}`);
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      projectName: 'Medical Color Therapy Database',
      domain: 'colour.example',
    });
  });

  it('says at the name what is wrong with it', async () => {
    const faults = [{ path: 'projectName', code: 'LINE_BREAK' }];
    await open({
      'POST /api/deployment/start': () => problemReply(400, 'VALIDATION_FAILED', { faults }),
    });
    await user.click(deploy());
    expect(await screen.findByText('This must be on one line')).toBeTruthy();
    expect(screen.getByLabelText('Project name').getAttribute('aria-invalid')).toBe('true');
  });

  it('leaves an empty domain out, and asks for a name', async () => {
    const requests = await open({
      'POST /api/deployment/start': () => started(),
      [STATUS]: () => json(deploymentStatus()),
    });
    const name = screen.getByLabelText('Project name');
    fireEvent.change(name, { target: { value: '  ' } });
    await user.click(deploy());
    expect(await screen.findByText('Please enter a project name')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'Mine' } });
    fireEvent.change(screen.getByLabelText(/Custom domain/), { target: { value: '' } });
    await user.click(deploy());
    await screen.findByText('Deployment Started');
    const posts = requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body }) => body)).toEqual([{ projectName: 'Mine' }]);
  });

  it('distinguishes a failed start from an invalid domain', async () => {
    let reply = problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
    await open({ 'POST /api/deployment/start': () => reply });
    await user.click(deploy());
    expect(await screen.findByText('Deployment Failed')).toBeTruthy();
    expect(screen.getByText('Unable to start deployment')).toBeTruthy();
    reply = problemReply(400, 'DOMAIN_NOT_VALID');
    await user.click(deploy());
    expect(await screen.findByText(/Enter a valid domain name/)).toBeTruthy();
  });
});

describe('following a deployment', () => {
  const running = { 'GET /api/deployments': () => list([deployment()]) };

  it('is found again: stage, progress, timeline, log', async () => {
    await open({ ...running, [STATUS]: () => json(deploymentStatus()) });
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('30');
    expect(screen.getByText('30%')).toBeTruthy();
    expect(screen.getByRole('log').textContent).toBe('first line');
    const stages = within(screen.getByRole('list', { name: 'Stages' })).getAllByRole('listitem');
    expect(stages.map(({ textContent }) => textContent)).toEqual([
      'Preparedone · 3 seconds',
      'Buildrunning',
      'Deploypending',
      'Check DNSpending',
      'Check SSLpending',
    ]);
    expect(stages[1]?.getAttribute('aria-current')).toBe('step');
    await waitFor(() => expect(deploy().disabled).toBe(true));
  });

  it('keeps polling after errors, which are only logged, until it ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers: (DeploymentStatus | undefined)[] = [
      deploymentStatus(),
      undefined,
      deploymentStatus(
        { stage: 'completed', progress: 100, endedAt: '2026-11-21T10:02:00.000Z' },
        { deploymentUrl: 'https://colour.example/' },
      ),
    ];
    let asked = 0;
    mockApi({
      ...adminApi,
      ...running,
      'GET /api/releases': () => json([]),
      [STATUS]: () => {
        const answer = answers[asked++];
        return answer ? json(answer) : problemReply(500, 'INTERNAL_ERROR');
      },
    });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await renderApp(<DeploymentPage />, { path: '/deployment' });
    expect(await screen.findByText('30%')).toBeTruthy();
    await pass(POLL_MS);
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).toBeNull();
    await pass(POLL_MS);
    const live = await screen.findByRole('link', { name: 'Visit Live Site' });
    expect(live.getAttribute('href')).toBe('https://colour.example/');
    await pass(5 * POLL_MS);
    expect(asked).toBe(3);
  });

  it('stops after ten minutes, shows that, and can continue', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let asked = 0;
    mockApi({
      ...adminApi,
      ...running,
      'GET /api/releases': () => json([]),
      [STATUS]: () => {
        asked += 1;
        return json(deploymentStatus());
      },
    });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await renderApp(<DeploymentPage />, { path: '/deployment' });
    expect(await screen.findByText('30%')).toBeTruthy();
    await pass(MAX_POLL_MS);
    expect(await screen.findByText(/longer than 10 minutes/)).toBeTruthy();
    const before = asked;
    expect(before).toBeGreaterThan(100);
    await pass(10 * POLL_MS);
    expect(asked).toBe(before);
    fireEvent.click(screen.getByRole('button', { name: 'Resume updates' }));
    await pass(2 * POLL_MS);
    expect(asked).toBeGreaterThan(before + 1);
    expect(screen.queryByText(/longer than 10 minutes/)).toBeNull();
  });

  it('follows the log until the reader scrolls up, and again after a click', async () => {
    await open({ ...running, [STATUS]: () => json(deploymentStatus()) });
    const log = await screen.findByRole('log');
    const sizes = { scrollHeight: 900, clientHeight: 300 };
    for (const [name, value] of Object.entries(sizes))
      Object.defineProperty(log, name, { configurable: true, value });
    expect(screen.queryByRole('button', { name: 'Resume auto-scroll' })).toBeNull();
    log.scrollTop = 100;
    fireEvent.scroll(log);
    await user.click(screen.getByRole('button', { name: 'Resume auto-scroll' }));
    expect(log.scrollTop).toBe(900);
    expect(screen.queryByRole('button', { name: 'Resume auto-scroll' })).toBeNull();
  });

  it('says why it failed and what its domain lacks', async () => {
    const { findings } = dnsCheck();
    await open({
      'GET /api/deployments': () => list([deployment({ stage: 'failed', fault: 'probeFailed' })]),
      [STATUS]: () =>
        json(
          deploymentStatus({ stage: 'failed', fault: 'probeFailed' }, { findings, isLogCut: true }),
        ),
    });
    // In its card, and in the history.
    await waitFor(() =>
      expect(screen.getAllByText(/did not serve the new release/)).toHaveLength(2),
    );
    expect(screen.getByText('expected 203.0.113.7, found 198.51.100.2')).toBeTruthy();
    expect(screen.getByText('Older lines are not shown.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Visit Live Site' })).toBeNull();
    expect(deploy().disabled).toBe(false);
  });

  it('verifies a live release again', async () => {
    const live = deploymentStatus(
      { stage: 'completed', progress: 100, isUnverified: true },
      { deploymentUrl: 'javascript:alert(1)' },
    );
    await open({
      'GET /api/deployments': () => list([deployment({ stage: 'completed' })]),
      [STATUS]: () => json(live),
      [`POST /api/deployment/${id}/verify`]: () => json({ ...live, isUnverified: false }),
    });
    await user.click(await screen.findByRole('button', { name: 'Verify again' }));
    expect(await screen.findByText('Domain is set up correctly')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Verify again' })).toBeNull();
    // Only an address of the web is a way to the site.
    expect(screen.queryByRole('link', { name: 'Visit Live Site' })).toBeNull();
  });
});

describe('releases and history', () => {
  it('says that none is live once the installation was updated, and offers all', async () => {
    await open({
      'GET /api/releases': () => json([release('4', false), release('3', false)]),
    });
    expect(await screen.findByText(/the pages that came with this installation/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Roll back to/ })).toHaveLength(2);
    expect(screen.queryByText('Live')).toBeNull();
  });

  it('shows an earlier deployment', async () => {
    await open({
      'GET /api/deployments': () =>
        list([
          deployment({ stage: 'completed', endedAt: '2026-11-21T10:00:40.000Z' }),
          deployment({ deploymentId: older, projectName: 'Older', stage: 'failed' }),
        ]),
      [STATUS]: () => json(deploymentStatus({ stage: 'completed' })),
      [`GET /api/deployment/status/${older}`]: () =>
        json(deploymentStatus({ deploymentId: older, projectName: 'Older', stage: 'failed' })),
    });
    expect(await screen.findByText(/40 seconds/)).toBeTruthy();
    await user.click(screen.getByRole('link', { name: /^Show: Older/ }));
    expect(await screen.findByRole('heading', { name: 'Older' })).toBeTruthy();
    expect(screen.queryByText('Deployment Failed')).toBeNull();
  });
});
