import { expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { LogWriter } from '../src/deployments/log-writer.js';
import { DeploymentLogRepository } from '../src/deployments/log.repository.js';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('none');

it("a log goes on behind the earlier worker's lines after an orderly handover", async () => {
  const logs = ops.service.get(DeploymentLogRepository);
  const id = new Types.ObjectId();
  const failed = (error: unknown) => {
    throw error;
  };
  const writer = () => new LogWriter(logs, id, 1, () => Promise.resolve(), failed);
  const [first, second] = [writer(), writer()];
  for (const line of ['one', 'two', 'three']) {
    first.add(line);
    await first.flush();
  }
  await first.end();
  second.add('four');
  await second.end();
  expect(await logs.lines(id)).toEqual(['one', 'two', 'three', 'four']);
}, 60_000);
