import { AppLogger } from '@ctdb/chassis';
import { describe, expect, it } from '@jest/globals';
import { RunAndWait } from '../src/runs/run-once.js';
import { RunStarter } from '../src/runs/run-starter.js';
import { RunsRepository } from '../src/runs/runs.repository.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia('inside');
const once = () => {
  const { worker } = media;
  return new RunAndWait(worker.get(RunStarter), worker.get(RunsRepository), worker.get(AppLogger));
};

describe('a run that somebody waits for', () => {
  it('ends with what the workers made of it', async () => {
    await media.upload(await photograph(64, 48));
    const run = await once().run('full', 50);
    expect(run).toMatchObject({ status: 'completed', totalImages: 1, successfulBackups: 1 });
  });

  it('is the one that is running, where there is one', async () => {
    const [one, other] = await Promise.all([once().run('drill', 50), once().run('drill', 50)]);
    expect(one._id).toEqual(other._id);
    expect(one).toMatchObject({ backupType: 'drill', status: 'completed' });
  });
});
