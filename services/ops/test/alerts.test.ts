import { randomUUID } from 'node:crypto';
import { newTraceparent } from '@ctdb/chassis';
import {
  admin,
  rpcCallers,
  startTestService,
  testBroker,
  testEnv,
  testMailServer,
  waitUntil,
  type TestBroker,
} from '@ctdb/chassis/testing';
import {
  ANONYMOUS,
  backupEvents,
  deploymentEvents,
  getOpsOverview,
  listAudit,
  purchaseEvents,
  type EventContract,
  type PayloadOf,
} from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { OpsModule } from '../src/ops.module.js';

const to = 'administrators@example.com';
const server = testMailServer();
const env = testEnv({ ADMIN_EMAIL: to, ADMIN_LANGUAGE: 'kn' });
let broker: TestBroker;

beforeAll(async () => {
  await startTestService(OpsModule, env);
  broker = await testBroker(env);
}, 60_000);

/** Publishes an event as its service does, twice. */
const publish = <E extends EventContract>({ name }: E, payload: PayloadOf<E>) => {
  const envelope = {
    ...{ id: randomUUID(), name, at: '2026-01-05T10:00:00.000Z', actor: ANONYMOUS },
    ...{ requestId: 'r-1', traceparent: newTraceparent(), payload },
  };
  broker.publish(name, envelope);
  broker.publish(name, envelope);
};
const id = 'd'.repeat(24);

it('tells administrators once what needs them, in their language', async () => {
  const deployment = { deploymentId: id, projectName: 'site', kind: 'deploy' } as const;
  publish(purchaseEvents.refundRequested, { orderId: id, item: 'premium_monthly' });
  publish(backupEvents.ended, { logId: id, backupType: 'full', status: 'failed' });
  publish(backupEvents.ended, { logId: 'e'.repeat(24), backupType: 'drill', status: 'failed' });
  publish(backupEvents.ended, { logId: 'f'.repeat(24), backupType: 'full', status: 'completed' });
  publish(deploymentEvents.ended, { ...deployment, stage: 'failed' });
  const words = ['ಮರುಪಾವತಿ ಕೋರಿಕೆ', 'ಬ್ಯಾಕಪ್ ವಿಫಲ', 'ಮರುಸ್ಥಾಪನೆ ಪರೀಕ್ಷೆ ವಿಫಲ', 'ನಿಯೋಜನೆ ವಿಫಲ'];
  for (const each of words) expect((await server.waitFor(each)).receiver).toBe(to);
  // The audit trail has the same events.
  const call = (await rpcCallers(env))(admin());
  const audited = async () => (await call(listAudit, { page: 1, limit: 10 })).total === 4;
  await waitUntil(audited, 'the events are not in the audit trail');
  expect(server.mails).toHaveLength(words.length);
});

it('says on the overview that mail is sent', async () => {
  const call = (await rpcCallers(env))(admin());
  expect((await call(getOpsOverview, {})).mail).toBe('on');
});
