import {
  admin,
  rpcCaller,
  sharedTestEnv,
  startTestService,
  waitUntil,
  type RpcCaller,
} from '@ctdb/chassis/testing';
import { getDomainProvider, listAudit, setDomainProvider } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { OpsModule } from '../src/ops.module.js';

const env = sharedTestEnv();
let call: RpcCaller;

beforeAll(async () => {
  await startTestService(OpsModule, env);
  call = await rpcCaller(admin({ name: 'asha' }), env);
}, 60_000);

const set = (url: string) => call(setDomainProvider, { url });
const changes = async () => {
  const { items } = await call(listAudit, { page: 1, limit: 10, kind: 'setting' });
  return items
    .filter(({ changes: [change] }) => change?.field === 'providerUrl')
    .map(({ action, actor, changes: [change] }) => [action, actor.name, change])
    .reverse();
};

it("the hosting provider's address is set once for all, replaced and removed, and each change is audited", async () => {
  expect(await call(getDomainProvider, {})).toEqual({ url: '' });
  const first = 'https://panel.host.example/';
  const second = 'https://panel.host.example:8443/domains?id=7';
  const same = await Promise.all([set('panel.host.example'), set(` ${first} `), set(first)]);
  expect(same).toEqual([{ url: first }, { url: first }, { url: first }]);
  expect(await set(second)).toEqual({ url: second });
  expect(await call(getDomainProvider, {})).toEqual({ url: second });
  expect(await set('')).toEqual({ url: '' });
  expect(await call(getDomainProvider, {})).toEqual({ url: '' });
  await waitUntil(async () => (await changes()).length === 3, 'not all changes are in the trail');
  const field = 'providerUrl';
  expect(await changes()).toEqual([
    ['changed', 'asha', { field, before: '', after: first }],
    ['changed', 'asha', { field, before: first, after: second }],
    ['changed', 'asha', { field, before: second, after: '' }],
  ]);
});

it.each([
  'http://panel.host.example',
  'javascript:alert(1)',
  'data:text/html,x.y',
  'https://user:secret@panel.host.example',
  'https://localhost',
  'https://',
  'a b.example',
  `panel.host.example/${'ಕ'.repeat(500)}`,
  'x'.repeat(2_001),
])("the hosting provider's address is not %s", async (url) => {
  await expect(set(url)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});
