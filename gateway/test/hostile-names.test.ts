import { AppLogger } from '@ctdb/chassis';
import { maliciousDomainNames } from '@ctdb/chassis/testing';
import { deploymentInput, listAudit, startDeployment } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { sharedStage } from './support/stage.js';

/** The names that a project may have. */
const accepted = maliciousDomainNames.flatMap((projectName) => {
  const input = deploymentInput.safeParse({ projectName });
  return input.success ? [input.data.projectName] : [];
});
/** What can end a line, a value or a header, or move a terminal's cursor. */
const unescaped = /[^\x20-\x7e]/;
const { admin: headers, gateway, ops } = await sharedStage();

it('hostile names that may be used reach no header of an answer, and links escape them', async () => {
  expect(accepted.length).toBeGreaterThan(50);
  const answers = accepted.map(async (name) => {
    const json = { projectName: name };
    const started = await gateway.call('/api/deployment/start', { method: 'POST', headers, json });
    const query = new URLSearchParams({ actor: name, page: '1', limit: '10' });
    return { name, started, listed: await gateway.call(`/api/audit?${query}`, { headers }) };
  });
  for (const { name, started, listed } of await Promise.all(answers)) {
    expect([started.status, listed.status]).toEqual([202, 200]);
    const text = Object.values({ ...started.headers, ...listed.headers }).join(' ');
    expect(text).not.toMatch(unescaped);
    const links = String(listed.headers.link).split(', ');
    const targets = links.map((one) => /^<([^<>"\s]+)>; rel="(\w+)"$/.exec(one));
    expect(targets.map((target) => target?.[2])).toEqual(['first', 'next', 'last']);
    for (const target of targets) {
      const { pathname, searchParams } = new URL(target?.[1] ?? '', gateway.origin);
      expect([pathname, searchParams.get('actor')]).toEqual(['/api/audit', name]);
    }
  }
  const named = ops.calls(startDeployment).map(({ request }) => request);
  expect(named).toHaveLength(accepted.length);
  expect(named).toEqual(expect.arrayContaining(accepted.map((projectName) => ({ projectName }))));
  const actors = ops.calls(listAudit).map(({ request }) => (request as { actor: string }).actor);
  expect(actors.sort()).toEqual([...accepted].sort());
}, 120_000);

it('hostile names that may be used are values in one line of the log each', () => {
  const lines: string[] = [];
  const logger = new AppLogger('test', 'info', { write: (line) => void lines.push(line) });
  for (const name of accepted) logger.info(name, { name }, new Error(name));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    accepted.map((name) => ({ msg: name, name })),
  );
  for (const line of lines) expect(line).toMatch(/^[^\0-\x1f]+\n$/);
});
