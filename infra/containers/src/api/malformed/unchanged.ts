import { isDeepStrictEqual } from 'node:util';
import { must } from '../../report.ts';
import { until } from '../../until.ts';
import { watch } from '../http/watch.ts';
import { run } from '../settings.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';

const SOON_MS = 30_000;

/** What can be counted, and what prices are. */
async function state({ tour, admin }: World): Promise<unknown> {
  const query = { page: '1', limit: '1' };
  const totals: [string, string][] = [];
  for (const name of ['listDiseases', 'listTrash', 'listOrders', 'listDeployments'] as const) {
    const answer = await admin.ask(questionOf(name, { query }));
    totals.push([name, answer.header('x-total-count')]);
  }
  const { totalImages, recentLogs } = await tour.call(admin, 'getBackupStatus');
  return {
    totals,
    totalImages,
    // Nightly runs belong to nobody.
    runs: recentLogs.map(({ id }) => id),
    prices: await tour.call(admin, 'getPricing'),
    deleted: (await tour.call(admin, 'listDeletedImages')).length,
  };
}

/** A change that is on purpose: when, for what record, and by which request. */
async function marked(world: World): Promise<{ id: string; at: string; requestId: string }> {
  const body = { nameEn: world.word('Mark'), nameKn: 'ಗುರುತು', category: 'Other' } as const;
  const { said, answer } = await world.tour.answered(world.admin, 'createDisease', { body });
  return { id: said.id, at: said.createdAt, requestId: answer.requestId };
}

/** The requests of this run that the audit trail tells of since `from`, when it knows of `marker` too. */
async function audited({ tour, admin }: World, from: string, marker: string): Promise<string[]> {
  return until('the audit trail is complete', SOON_MS, async () => {
    const found: { requestId: string; objectId?: string | undefined }[] = [];
    for (let page = 1; found.length === (page - 1) * 100; page += 1) {
      const query = { from, page: String(page), limit: '100' };
      found.push(...(await tour.call(admin, 'listAudit', { query })));
    }
    if (!found.some(({ objectId }) => objectId === marker)) return undefined;
    return found.map(({ requestId }) => requestId).filter((id) => id.startsWith(run));
  });
}

/** Does `work`; then tells, or throws, whether any of its requests has changed something. */
export async function unchanged(
  world: World,
  work: () => Promise<void>,
): Promise<() => Promise<string>> {
  const first = await marked(world);
  const before = await state(world);
  const answers = watch.answers;
  await work();
  const asked = watch.answers - answers;
  return async () => {
    const after = await state(world);
    must(
      isDeepStrictEqual(after, before),
      `before:\n${JSON.stringify(before)}\nafter:\n${JSON.stringify(after)}`,
    );
    const last = await marked(world);
    const ids = await audited(world, first.at, last.id);
    const strange = ids.filter((id) => ![first.requestId, last.requestId].includes(id));
    must(strange.length === 0, `the audit trail tells of ${strange.join(', ')}`);
    must(ids.includes(last.requestId), `the audit trail names no request: ${ids.join(', ')}`);
    return `${asked} requests`;
  };
}
