import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  killRounds,
  seededRandom,
  TcpProxy,
  waitUntil,
  type ServiceProcess,
} from '@ctdb/chassis/testing';
import { deploymentStages, type DeploymentDetail, type DeploymentStage } from '@ctdb/contracts';
import { expect } from 'vitest';
import { Types } from 'mongoose';
import type { DeploymentRecord } from '../../src/deployments/deployment.record.js';
import { testOps, type TestOps } from './ops.js';

/** What the specification gives a deployment whose worker was killed. */
const LIMIT_MS = 60_000;

/** A stage, after how many milliseconds in it, and in which round. */
export type Moment = readonly [DeploymentStage, number, number];

const DEPLOYING_MS = 1_200;
const random = seededRandom();

/** One stage in each round, in turn: before the switch, after it, and while no name server answers. */
export const moments: Moment[] = Array.from({ length: killRounds(1) }, (_, round) =>
  round % 3 === 2
    ? ['dns_checking', random(300), round]
    : ['deploying', random(DEPLOYING_MS), round],
);

/** Within the storing of the files, or between the switch and the probe, in each round. */
export const momentsOfDeploying: Moment[] = Array.from({ length: killRounds(1) }, (_, round) => [
  'deploying',
  random(DEPLOYING_MS),
  round + 1,
]);

/** Ops whose deployments take their time, and what is to be done to them. */
export class Kills {
  private storage: TcpProxy | undefined;
  private liveId: string | undefined;
  readonly ops: TestOps = testOps('process', async () => {
    this.storage = await TcpProxy.to(process.env['S3_ENDPOINT'] ?? '');
    const silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address();
    this.ops.env.onEnd(async () => {
      silent.close();
      this.storage?.release();
      await this.storage?.stop();
    });
    return { S3_ENDPOINT: new URL(this.storage.url).origin, DNS_SERVERS: `127.0.0.1:${port}` };
  });

  record(id: string): Promise<DeploymentRecord | null> {
    const deployments = this.ops.db.collection<DeploymentRecord>('deployments');
    return deployments.findOne({ _id: new Types.ObjectId(id) });
  }

  /** The first deployment, so that there is one to stay live. */
  async begin(): Promise<void> {
    const done = await this.ops.ended(await this.ops.start({ projectName: 'First' }), 90_000);
    expect(done).toMatchObject({ stage: 'completed' });
    this.liveId = await this.ops.live();
  }

  private reached(id: string, stage: DeploymentStage): Promise<void> {
    const order = deploymentStages.indexOf(stage);
    const isReached = async () =>
      deploymentStages.indexOf((await this.record(id))?.stage ?? 'preparing') >= order;
    return waitUntil(isReached, `${stage} is not reached`, 60_000);
  }

  /** Starts one, and does away with its processes at this moment; it has not ended then. */
  private async killAt(
    [stage, milliseconds, round]: Moment,
    kill: () => Promise<unknown>,
  ): Promise<string> {
    const projectName = `Killed in ${stage}`;
    // The check of a domain takes its time.
    const id = await this.ops.start({ projectName, domain: 'clinic.invalid' });
    if (stage === 'deploying') {
      if (round % 2 === 0) this.storage?.hold();
      else this.ops.site.follows = false;
    }
    await this.reached(id, stage);
    await pause(milliseconds);
    await kill();
    this.storage?.release();
    this.ops.site.follows = true;
    expect(await this.record(id)).not.toHaveProperty('endedAt');
    return id;
  }

  /** Kills processes at this moment of a deployment, starts them again, and sees it end well in time. */
  async killAndRestart(moment: Moment, processes: ServiceProcess[]): Promise<void> {
    const id = await this.killAt(moment, () => Promise.all(processes.map((each) => each.kill())));
    const killedAt = Date.now();
    await Promise.all(processes.map((each) => each.start()));
    const done = await this.ops.ended(id, LIMIT_MS);
    expect(Date.now() - killedAt).toBeLessThan(LIMIT_MS);
    if (done.stage === 'failed') expect(done.fault).toBe('interrupted');
    await this.isWhole(done);
  }

  /** The new one is live after a success, the old one after a failure. */
  async isWhole(done: DeploymentDetail): Promise<void> {
    const now = await this.ops.live();
    expect(now).toBe(done.stage === 'completed' ? done.releaseId : this.liveId);
    this.liveId = now;
  }
}
