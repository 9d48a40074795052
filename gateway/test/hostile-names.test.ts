import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppLogger } from '@ctdb/chassis';
import { maliciousDomainNames, testEnv } from '@ctdb/chassis/testing';
import { deploymentInput, listAudit, startDeployment } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { bundleFolder, writeBundle } from './support/bundle.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { stagedOps } from './support/staged-ops.js';

/** The names that a project may have. */
const accepted = maliciousDomainNames.flatMap((projectName) => {
  const input = deploymentInput.safeParse({ projectName });
  return input.success ? [input.data.projectName] : [];
});
/** What can end a line, a value or a header, or move a terminal's cursor. */
const unescaped = /[^\x20-\x7e]/;
const folder = bundleFolder();
const env = testEnv({ ...unlimited, WEB_DIST: folder });
const ops = stagedOps();

writeBundle(folder, 'bundle');
writeFileSync(join(folder, 'release.json'), JSON.stringify(accepted));
await ops.start(env);
const gateway = await GatewayUnderTest.start(env);
const headers = await gateway.admin();

/** All headers of an answer, as one text. */
const headersOf = (answer: Awaited<ReturnType<GatewayUnderTest['call']>>): string =>
  Object.entries(answer.headers)
    .flatMap(([name, value]) => [value ?? ''].flat().map((one) => `${name}: ${one}`))
    .join(' ');

describe('hostile names that may be used', () => {
  it('are many', () => {
    expect(accepted.length).toBeGreaterThan(50);
  });

  it('are values in what a release tells, and in none of its headers', async () => {
    const answer = await gateway.call('/release.json');
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
    expect(answer.json()).toEqual(accepted);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(headersOf(answer)).not.toMatch(unescaped);
  });

  it('reach no header of the response to the client that sent them', async () => {
    for (const projectName of accepted) {
      const json = { projectName };
      const answer = await gateway.call('/api/deployment/start', { method: 'POST', headers, json });
      expect(answer.status).toBe(202);
      expect(ops.last(startDeployment).request).toEqual({ projectName });
      expect(headersOf(answer)).not.toMatch(unescaped);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  }, 120_000);

  it('are escaped in the links to other pages of a list', async () => {
    for (const name of accepted) {
      const query = new URLSearchParams({ actor: name, page: '1', limit: '10' });
      const answer = await gateway.call(`/api/audit?${query}`, { headers });
      expect(answer.status).toBe(200);
      expect(ops.last(listAudit).request).toMatchObject({ actor: name });
      const link = String(answer.headers.link);
      expect(link).not.toMatch(unescaped);
      const targets = link.split(', ').map((one) => /^<([^<>"\s]+)>; rel="(\w+)"$/.exec(one));
      expect(targets.map((target) => target?.[2])).toEqual(['first', 'next', 'last']);
      for (const target of targets) {
        const { pathname, searchParams } = new URL(target?.[1] ?? '', gateway.origin);
        expect([pathname, searchParams.get('actor')]).toEqual(['/api/audit', name]);
      }
    }
  }, 120_000);

  it('are values in one line of the log each', () => {
    const lines: string[] = [];
    const logger = new AppLogger('test', 'info', { write: (line) => void lines.push(line) });
    for (const name of accepted) logger.info(name, { name }, new Error(name));
    expect(lines).toHaveLength(accepted.length);
    lines.forEach((line, index) => {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line.slice(0, -1)).not.toMatch(/[\0-\x1f]/);
      expect(JSON.parse(line)).toMatchObject({ msg: accepted[index], name: accepted[index] });
    });
  });
});
