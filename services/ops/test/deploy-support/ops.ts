import { randomBytes } from 'node:crypto';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  admin,
  rpcCaller,
  ServiceProcess,
  startTestService,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestEnv,
  type TestService,
} from '@ctdb/chassis/testing';
import {
  getActiveSite,
  getDeployment,
  startDeployment,
  type DeploymentDetail,
  type RequestInput,
} from '@ctdb/contracts';
import { beforeAll } from 'vitest';
import { createConnection, Types, type Connection } from 'mongoose';
import type { DeploymentRecord } from '../../src/deployments/deployment.record.js';
import { OpsModule } from '../../src/ops.module.js';
import { WorkerModule } from '../../src/worker.module.js';
import '../../src/testing/short-intervals.js';
import { BuiltSite } from './built-site.js';
import { LiveSite } from './live-site.js';

/** A running ops service with a small site to deploy, and gateways that show what is active. */
export interface TestOps {
  readonly env: TestEnv;
  service: TestService;
  worker: TestService;
  process: ServiceProcess;
  built: BuiltSite;
  site: LiveSite;
  origin: string;
  call: RpcCaller;
  db: Connection;
  start(input?: Partial<RequestInput<typeof startDeployment>>): Promise<string>;
  /** Waits for the end; progress must not have gone back. */
  ended(id: string, milliseconds?: number): Promise<DeploymentDetail>;
  /** Which release is live. */
  live(): Promise<string | undefined>;
}

/** A process of ops of its own. */
export const opsProcess = (env: TestEnv, program: 'worker' | 'main'): ServiceProcess =>
  new ServiceProcess(env, `ops/dist/testing/${program}.program.js`);

/** The machine may be busy; a call that fails is not repeated. */
const CALL_TIMEOUT_MS = 20_000;

/**
 * Starts ops for a test file; use what it gives inside of tests only. `settings` are made for both
 * processes when it is known where the site is.
 */
export const testOps = (
  kind: 'inside' | 'process',
  settings: (origin: string) => Promise<Record<string, string>> = () => Promise.resolve({}),
): TestOps => {
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  const env = testEnv({ RELEASES_BUCKET: bucket });
  const ops = {
    env,
    start: async (input) => {
      const asked = { projectName: 'Medical Color Therapy Database', ...input };
      return (await ops.call(startDeployment, asked)).deploymentId;
    },
    ended: async (id, milliseconds = 60_000) => {
      const _id = new Types.ObjectId(id);
      let progress = 0;
      await waitUntil(
        async () => {
          const now = await ops.db.collection<DeploymentRecord>('deployments').findOne({ _id });
          if (!now || now.progress < progress) throw new Error('progress went back');
          progress = now.progress;
          return now.endedAt !== undefined;
        },
        'the deployment does not end',
        milliseconds,
      );
      return ops.call(getDeployment, { id });
    },
    live: async () => (await ops.call(getActiveSite, {})).site?.releaseId,
  } as TestOps;
  beforeAll(async () => {
    ops.db = await createConnection(env.MONGODB_URI, { dbName: env.MONGODB_DB }).asPromise();
    env.onEnd(() => ops.db.close());
    ops.built = await BuiltSite.create('first');
    env.onEnd(() => ops.built.remove());
    ops.site = new LiveSite();
    ops.origin = await ops.site.open();
    process.env['PUBLIC_ORIGIN'] = ops.origin;
    process.env['WEB_DIST'] = ops.built.folder;
    Object.assign(process.env, await settings(ops.origin));
    ops.service = await startTestService(OpsModule, env);
    const store = ops.service.get(ObjectStore);
    env.onEnd(async () => {
      await store.ensureBucket();
      await store.removeFolder('sites');
    });
    ops.process = opsProcess(env, 'worker');
    if (kind === 'inside') ops.worker = await startTestService(WorkerModule, env);
    else await ops.process.start();
    const call = await rpcCaller(admin({ name: 'asha' }), env);
    ops.call = (contract, request, context) =>
      call(contract, request, { deadlineMs: CALL_TIMEOUT_MS, ...context });
    ops.site.follow(ops.call);
    env.onEnd(() => ops.site.close());
  }, 150_000);
  return ops;
};
