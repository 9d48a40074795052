import { describe, expect, it } from '@jest/globals';
import { RunsService } from '../src/runs/runs.service.js';
import { testMedia } from './support/media.js';
import { photograph } from './support/pictures.js';

const media = testMedia('inside');
const startAndWait = async (type: 'full' | 'drill') => {
  const runs = media.worker.get(RunsService);
  return runs.waitForEnd((await runs.start({ type })).id);
};

describe('a run that a program waits for', () => {
  it('ends with what the workers made of it', async () => {
    await media.upload(await photograph(64, 48));
    const run = await startAndWait('full');
    expect(run).toMatchObject({ status: 'completed', totalImages: 1, successfulBackups: 1 });
  });

  it('is the one that is running, if there is one', async () => {
    const [one, other] = await Promise.all([startAndWait('drill'), startAndWait('drill')]);
    expect(one._id).toEqual(other._id);
    expect(one).toMatchObject({ backupType: 'drill', status: 'completed' });
  });
});
