import { beforeEach, expect, it, vi } from 'vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { POLL_MS } from '@/features/deployment/api/deployments';
import { adminApi, bodies, click, field, fill, hrefOf, json, mockApi, paged } from '@/testing';
import { place, problemReply, renderApp, type Replies, see, unavailable, unseen } from '@/testing';
import { user } from '@/testing';
import { deployment, deploymentStatus, dnsCheck } from '@/testing/operations';
import { MAX_POLL_MS } from '../components/status-card';
import DeploymentPage from './deployment-page';

const id = '1'.repeat(24);
const older = '2'.repeat(24);
const STATUS = `GET /api/deployment/status/${id}`;

const release = (digit: string) => ({
  id: digit.repeat(24),
  hash: digit.repeat(64),
  projectName: `Release ${digit}`,
  files: 42,
  bytes: 2_000_000,
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'admin',
  isActive: false,
});

const open = async (replies: Replies = {}, path = '/deployment') => {
  const requests = mockApi({
    ...adminApi,
    'GET /api/deployments': () => paged([]),
    'GET /api/releases': () => json([]),
    ...replies,
  });
  await renderApp(<DeploymentPage />, { path });
  await screen.findByDisplayValue('colour.example');
  return requests;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const deploy = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Deploy' });
const start: Replies = {
  'POST /api/deployment/start': () =>
    json({ deploymentId: id, status: 'preparing', alreadyRunning: false }, { status: 202 }),
  [STATUS]: () => json(deploymentStatus()),
};
const running = {
  'GET /api/deployments': () => paged([deployment()]),
  [STATUS]: () => json(deploymentStatus()),
};

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

it('starting a deployment asks for a name, leaves an empty domain out, and follows the deployment', async () => {
  const requests = await open(start);
  expect((await field('Project name')).value).toBe('Medical Color Therapy Database');
  await fill('Project name', '  ');
  await user.click(deploy());
  await see('Please enter a project name');
  await fill('Project name', 'Mine');
  await fill(/Custom domain/, '');
  await user.click(deploy());
  await see('Deployment Started', 'Building the pages of the site');
  expect(place()).toBe(`/deployment?id=${id}`);
  expect(bodies(requests)).toEqual([{ projectName: 'Mine' }]);
});

it('starting a deployment distinguishes a failed start from an invalid name or domain', async () => {
  let reply = unavailable();
  await open({ 'POST /api/deployment/start': () => reply });
  await user.click(deploy());
  await see('Deployment Failed', 'Unable to start deployment');
  reply = problemReply(400, 'DOMAIN_NOT_VALID');
  await user.click(deploy());
  await see(/Enter a valid domain name/);
  const faults = [{ path: 'projectName', code: 'LINE_BREAK' }];
  reply = problemReply(400, 'VALIDATION_FAILED', { faults });
  await user.click(deploy());
  await see('This must be on one line');
  expect((await field('Project name')).getAttribute('aria-invalid')).toBe('true');
});

it('following a deployment is found again: stage, progress, timeline, log', async () => {
  await open(running);
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('30');
  await see('30%');
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

it('following a deployment keeps polling after errors, which are only logged, until it ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const completed = { stage: 'completed', endedAt: '2026-11-21T10:02:00.000Z' } as const;
  const answers = [
    json(deploymentStatus()),
    problemReply(500, 'INTERNAL_ERROR'),
    json(deploymentStatus(completed, { deploymentUrl: 'https://colour.example/' })),
  ];
  let asked = 0;
  await open({ ...running, [STATUS]: () => answers[asked++] ?? unavailable() });
  await see('30%');
  await pass(POLL_MS);
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
  await pass(POLL_MS);
  expect(await hrefOf('Visit Live Site')).toBe('https://colour.example/');
  await pass(5 * POLL_MS);
  expect(asked).toBe(3);
});

it('following a deployment stops after ten minutes, shows that, and can continue', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requests = await open(running);
  await see('30%');
  await pass(MAX_POLL_MS);
  await see(/longer than 10 minutes/);
  const before = requests.length;
  expect(before).toBeGreaterThan(100);
  await pass(10 * POLL_MS);
  expect(requests).toHaveLength(before);
  fireEvent.click(screen.getByRole('button', { name: 'Resume updates' }));
  await pass(2 * POLL_MS);
  expect(requests.length).toBeGreaterThan(before + 1);
  unseen(/longer than 10 minutes/);
});

it('following a deployment follows the log until the reader scrolls up, and again after a click', async () => {
  await open(running);
  const log = await screen.findByRole('log');
  const sizes = { scrollHeight: 900, clientHeight: 300 };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(log, name, { configurable: true, value });
  expect(screen.queryByRole('button', { name: 'Resume auto-scroll' })).toBeNull();
  log.scrollTop = 100;
  fireEvent.scroll(log);
  await click('Resume auto-scroll');
  expect(log.scrollTop).toBe(900);
  expect(screen.queryByRole('button', { name: 'Resume auto-scroll' })).toBeNull();
});

it('following a deployment says why it failed and what its domain lacks', async () => {
  const { findings } = dnsCheck();
  const failed = { stage: 'failed', fault: 'probeFailed' } as const;
  await open({
    'GET /api/deployments': () => paged([deployment(failed)]),
    [STATUS]: () => json(deploymentStatus(failed, { findings, isLogCut: true })),
  });
  // In its card, and in the history.
  const reasons = () => screen.getAllByText(/did not serve the new release/);
  await waitFor(() => expect(reasons()).toHaveLength(2));
  await see('expected 203.0.113.7, found 198.51.100.2', 'Older lines are not shown.');
  expect(screen.queryByRole('link', { name: 'Visit Live Site' })).toBeNull();
  expect(deploy().disabled).toBe(false);
});

it('following a deployment verifies a live release again', async () => {
  const live = deploymentStatus(
    { stage: 'completed', progress: 100, isUnverified: true },
    { deploymentUrl: 'javascript:alert(1)' },
  );
  await open({
    'GET /api/deployments': () => paged([deployment({ stage: 'completed' })]),
    [STATUS]: () => json(live),
    [`POST /api/deployment/${id}/verify`]: () => json({ ...live, isUnverified: false }),
  });
  await click('Verify again');
  await see('Domain is set up correctly');
  expect(screen.queryByRole('button', { name: 'Verify again' })).toBeNull();
  // Only an address of the web is a way to the site.
  expect(screen.queryByRole('link', { name: 'Visit Live Site' })).toBeNull();
});

it('releases and history goes back to an earlier release after a question', async () => {
  const requests = await open({
    'GET /api/releases': () => json(['4', '3'].map(release)),
    [`POST /api/releases/${'3'.repeat(24)}/activate`]: () =>
      json({ deploymentId: id, status: 'deploying', alreadyRunning: false }, { status: 202 }),
    [STATUS]: () => json(deploymentStatus({ stage: 'completed', kind: 'rollback' })),
  });
  await click(/^Roll back to Release 3/);
  await see('Make “Release 3” live again?');
  expect(bodies(requests)).toEqual([]);
  await click('Roll back');
  await see('Rolling back', 'The earlier release is live again.');
  expect(place()).toBe(`/deployment?id=${id}`);
});

it('releases and history shows an earlier deployment', async () => {
  const ended = { stage: 'completed', endedAt: '2026-11-21T10:00:40.000Z' } as const;
  const failed = { deploymentId: older, projectName: 'Older', stage: 'failed' } as const;
  await open({
    'GET /api/deployments': () => paged([deployment(ended), deployment(failed)]),
    [STATUS]: () => json(deploymentStatus({ stage: 'completed' })),
    [`GET /api/deployment/status/${older}`]: () => json(deploymentStatus(failed)),
  });
  await see(/40 seconds/);
  await click(/^Show: Older/, 'link');
  expect(await screen.findByRole('heading', { name: 'Older' })).toBeTruthy();
  unseen('Deployment Failed');
});
