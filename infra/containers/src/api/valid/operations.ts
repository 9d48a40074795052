import type { DeadLetter, DeploymentStatus } from '@ctdb/contracts';
import { must } from '../../report.ts';
import { until } from '../../until.ts';
import { refused } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';

/** Nobody has it: RFC 2606. */
const DOMAIN = 'registry.example';
const BUILD_MS = 120_000;
const SOON_MS = 20_000;
const kannada = /[\u0c80-\u0cff]/;

/**
 * Looks at a domain. Whoever has name servers learns that it is unknown, and a laboratory that none
 * answer: both are findings, worded in the reader's language.
 */
export async function domain({ tour, admin }: World): Promise<string> {
  const params = { domain: `https://${DOMAIN}/x` };
  const check = await tour.call(admin, 'checkDns', { params });
  must(check.domain === DOMAIN && !check.isConfigured, JSON.stringify(check));
  must(check.findings.length > 0 && check.errors.length > 0, 'it finds nothing');
  const headers = { 'accept-language': 'kn' };
  const { errors } = await tour.call(admin, 'checkDns', { params, headers });
  must(
    errors.every((text) => kannada.test(text)),
    errors.join('\n'),
  );
  const none = questionOf('checkDns', { params: { domain: '127.0.0.1' } });
  await refused(admin, none, { status: 400, code: 'DOMAIN_NOT_VALID' });
  return check.findings.map(({ code }) => code).join(', ');
}

/** The deployment once it is over; throws where it has failed. */
function ended({ tour, admin }: World, id: string): Promise<DeploymentStatus> {
  return until(`the deployment ${id} is over`, BUILD_MS, async () => {
    const now = await tour.call(admin, 'getDeploymentStatus', { params: { id } });
    must(now.stage !== 'failed', `${now.message}\n${now.details.errors.join('\n')}`);
    return now.stage === 'completed' ? now : undefined;
  });
}

/** Builds a release, looks at its domain again, and goes back to what was live before. */
export async function deployments(world: World): Promise<string> {
  const { tour, admin } = world;
  const before = await tour.call(admin, 'listReleases');
  const body = { projectName: world.word('Release'), domain: DOMAIN };
  const { deploymentId: id } = await tour.call(admin, 'startDeployment', { body });
  const second = await tour.call(admin, 'startDeployment', { body });
  must(second.alreadyRunning && second.deploymentId === id, 'two run at once');
  const done = await ended(world, id);
  must(done.progress === 100 && done.isUnverified, 'a domain of nobody counts as verified');
  const again = await tour.call(admin, 'verifyDeployment', { params: { id } });
  must(again.details.findings.length > 0, 'its domain is not looked at');
  const query = { page: '1', limit: '1' };
  const [newest] = await tour.call(admin, 'listDeployments', { query });
  must(newest?.deploymentId === id, 'it is not the newest');
  const active = before.find(({ isActive }) => isActive) ?? { id: done.releaseId ?? '' };
  const way = await tour.call(admin, 'activateRelease', { params: { id: active.id } });
  await ended(world, way.deploymentId);
  const after = await tour.call(admin, 'listReleases');
  must(after.find(({ isActive }) => isActive)?.id === active.id, 'another release is live');
  return `${done.details.buildLogs.length} lines of log, ${after.length} releases`;
}

/** What was done is in the audit trail, found by each of its filters; a name of a patient is not. */
export async function audit(world: World): Promise<string> {
  const { tour, admin } = world;
  const from = new Date().toISOString();
  const { id, nameEn } = await world.disease();
  const query = { kind: 'disease', page: '1', limit: '100', from } as const;
  const entry = await until('the change is in the audit trail', SOON_MS, async () => {
    const entries = await tour.call(admin, 'listAudit', { query });
    return entries.find(({ objectId }) => objectId === id);
  });
  must(entry.action === 'created' && entry.label === nameEn, JSON.stringify(entry));
  must(entry.actor.role === 'admin', JSON.stringify(entry.actor));
  const actor = entry.actor.name ?? '';
  const by = await tour.call(admin, 'listAudit', { query: { ...query, actor } });
  must(
    by.some(({ objectId }) => objectId === id),
    'it is not found by its actor',
  );
  const all = await admin.ask(questionOf('listAudit', { query: { limit: '100' } }));
  must(!all.text.includes('Anita Rao'), 'it names a patient');
  return `${all.header('x-total-count')} entries`;
}

/** How the whole is. */
export async function overview({ tour, admin }: World): Promise<string> {
  const { ops, backup, deployment } = await tour.call(admin, 'getOverview');
  must(ops !== undefined && backup !== undefined && deployment != null, 'a part is missing');
  const away = ops.processes.filter(({ state }) => state === 'notReady');
  must(away.length === 0, `not ready: ${away.map(({ name }) => name).join(', ')}`);
  return `${ops.processes.length} processes, ${ops.queues.length} queues`;
}

/** How the ids of the events begin that were given up for this test: see part.ts. */
const ON_PURPOSE = 'a91de77e-';

/**
 * Two events that were given up: one is handled again, in vain, one discarded. Nothing that comes by
 * HTTP makes one, so whoever starts this puts two that nobody can handle into a queue.
 */
export async function deadLetters(world: World): Promise<string> {
  const { tour, admin } = world;
  const found = await waiting(world, (letters) => letters.length >= 2);
  const [first, second] = found;
  must(first !== undefined && second !== undefined, 'there are not two dead letters');
  const { content, size } = await tour.call(admin, 'getDeadLetter', { params: { id: first.id } });
  must(size > 0 && content.includes('catalog.disease.deleted'), 'it says nothing');
  must(!content.includes('Anita Rao'), 'it names a patient');
  await tour.call(admin, 'replayDeadLetter', { params: { id: first.id } });
  await settledForGood(world, 'replayDeadLetter', first.id);
  // It is given up once more, as another letter.
  const all = await waiting(world, (letters) =>
    letters.some(({ id, eventId }) => id !== first.id && eventId === first.eventId),
  );
  for (const { id } of all) {
    await tour.call(admin, 'discardDeadLetter', { params: { id } });
    await settledForGood(world, 'discardDeadLetter', id);
  }
  const query = { settled: 'true', limit: '100' } as const;
  const settled = await tour.call(admin, 'listDeadLetters', { query });
  const states = [first, second].map(({ id }) => settled.find((one) => one.id === id)?.state);
  must(states.join() === 'replayed,discarded', `they are ${states.join()}`);
  return `${first.event ?? ''}, ${first.reason} by ${first.service}`;
}

const waiting = (
  { tour, admin }: World,
  areThey: (letters: DeadLetter[]) => boolean,
): Promise<DeadLetter[]> =>
  until('the dead letters wait', SOON_MS, async () => {
    const query = { settled: 'false', limit: '100' } as const;
    const all = await tour.call(admin, 'listDeadLetters', { query });
    const found = all.filter(({ eventId }) => eventId?.startsWith(ON_PURPOSE));
    return areThey(found) ? found : undefined;
  });

const settledForGood = (
  { admin }: World,
  name: 'replayDeadLetter' | 'discardDeadLetter',
  id: string,
): Promise<unknown> =>
  refused(admin, questionOf(name, { params: { id } }), { status: 409, code: 'ALREADY_SETTLED' });
