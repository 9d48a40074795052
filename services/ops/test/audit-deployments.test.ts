import { beforeAll, expect, it } from '@jest/globals';
import { MONGO } from '@ctdb/chassis';
import {
  admin,
  rpcCallers,
  startTestService,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestService,
} from '@ctdb/chassis/testing';
import { activateRelease, listAudit, startDeployment, type AuditEntry } from '@ctdb/contracts';
import { Types, type Connection } from 'mongoose';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv({ RELEASES_BUCKET: 'audit-deployments' });
const releaseId = new Types.ObjectId();
let ops: TestService;
let call: RpcCaller;

beforeAll(async () => {
  ops = await startTestService(OpsModule, env);
  call = (await rpcCallers(env))(admin({ name: 'asha' }));
}, 120_000);

const lineOf = async (id: string): Promise<AuditEntry | undefined> =>
  (await call(listAudit, { page: 1, limit: 10, kind: 'deployment' })).items.find(
    ({ objectId }) => objectId === id,
  );

const changesOf = async (id: string): Promise<unknown> => {
  await waitUntil(async () => (await lineOf(id)) !== undefined, 'its start is not in the trail');
  return (await lineOf(id))?.changes;
};

it('tells a rollback from a deployment, and where each was to go', async () => {
  const db = ops.get<Connection>(MONGO);
  const started = await call(startDeployment, { projectName: 'Clinic', domain: 'Colour.example' });
  expect(await changesOf(started.deploymentId)).toEqual([
    { field: 'kind', after: 'deploy' },
    { field: 'domain', after: 'colour.example' },
  ]);
  // As if it had ended, and made the release.
  await db.collection('deployments').deleteMany({});
  await db.collection('releases').insertOne({
    _id: releaseId,
    hash: 'f'.repeat(64),
    projectName: 'Clinic',
    files: [],
    bytes: 1,
    createdAt: new Date(),
    createdBy: 'asha',
    isWithdrawn: false,
  });
  const back = await call(activateRelease, { id: releaseId.toHexString() });
  expect(await changesOf(back.deploymentId)).toEqual([
    { field: 'kind', after: 'rollback' },
    { field: 'releaseId', after: releaseId.toHexString() },
  ]);
}, 120_000);
