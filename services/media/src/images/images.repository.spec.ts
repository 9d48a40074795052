import type { Change } from '@ctdb/chassis';
import { expect, it, jest } from '@jest/globals';
import { Types, type Model } from 'mongoose';
import type { ImageRecord } from './image.schema.js';
import { ImagesRepository } from './images.repository.js';

it('a change that FerretDB undid because of a deadlock is made again', async () => {
  const _id = new Types.ObjectId();
  const before = { _id, version: 1, recentCommands: [] as string[] } as ImageRecord;
  const write = jest
    .fn<() => Promise<ImageRecord>>()
    .mockRejectedValueOnce(new Error('deadlock detected'))
    .mockResolvedValueOnce({ ...before, version: 2 });
  const query = (exec: () => Promise<ImageRecord>) => ({ lean: () => ({ exec }) });
  const model = {
    findOne: () => query(() => Promise.resolve(before)),
    findOneAndUpdate: () => query(write),
  };
  const images = new ImagesRepository(model as unknown as Model<ImageRecord>);
  Object.assign(images, { outbox: { relaySoon: () => undefined } });
  const change = { set: { title: 'Back' }, event: {} } as Change<ImageRecord>;
  expect(await images.change(_id, 'command', () => change)).toMatchObject({ version: 2 });
  expect(write).toHaveBeenCalledTimes(2);
});
