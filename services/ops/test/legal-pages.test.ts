import { anonymous, person, rpcCaller, sharedTestEnv } from '@ctdb/chassis/testing';
import { startTestService, waitUntil, type RpcCaller } from '@ctdb/chassis/testing';
import { getLegalPage, legalPages, listAudit, setLegalPage } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { OpsModule } from '../src/ops.module.js';

const env = sharedTestEnv();
let call: RpcCaller;
let visitor: RpcCaller;

beforeAll(async () => {
  await startTestService(OpsModule, env);
  call = await rpcCaller(person('owner', { name: 'asha' }), env);
  visitor = await rpcCaller(anonymous, env);
}, 60_000);

it('the public pages have first versions in both languages, which are drafts', async () => {
  for (const page of legalPages) {
    const { textEn, textKn, ...rest } = await visitor(getLegalPage, { page });
    expect(rest).toEqual({ id: page, isDraft: true, version: 1 });
    expect([textEn, textKn]).toEqual([
      expect.stringMatching(/^# \w[^]+\n\n# /),
      expect.stringMatching(/^# \p{Script=Kannada}[^]+\n\n# /u),
    ]);
  }
});

it('the public pages are edited by one owner after the other, and each change is audited', async () => {
  const texts = { textEn: '# Terms', textKn: '# ನಿಯಮಗಳು', isDraft: true };
  const saved = await call(setLegalPage, { page: 'terms', ...texts, ifMatch: 1 });
  expect(saved).toMatchObject({ ...texts, version: 2, changedAt: expect.any(String) });
  expect(await call(setLegalPage, { page: 'terms', ...texts })).toEqual(saved);
  const late = call(setLegalPage, { page: 'terms', ...texts, textEn: 'x', ifMatch: 1 });
  await expect(late).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    params: { current: saved },
  });
  await call(setLegalPage, { page: 'terms', ...texts, isDraft: false, ifMatch: 2 });
  expect(await visitor(getLegalPage, { page: 'terms' })).toMatchObject({
    isDraft: false,
    version: 3,
  });
  const list = async () => {
    const { items } = await call(listAudit, { page: 1, limit: 10, kind: 'setting' });
    return items.filter(({ label }) => label === 'terms');
  };
  await waitUntil(async () => (await list()).length === 2, 'not all changes are in the trail');
  const [unmarked, edited] = await list();
  expect(unmarked?.changes).toEqual([{ field: 'isDraft', before: true, after: false }]);
  expect(edited).toMatchObject({ actor: { name: 'asha' }, changes: [{ field: 'textEn' }, {}] });
});
