import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { CommandError, run } from './command.ts';
import type { Settings } from './settings.ts';

/** The code with which rclone says that a bucket or folder does not exist. */
const NOT_FOUND = 3;

/** Uploads in progress, and what drills make: the next run makes them anew. */
const EXCLUDED = ['--exclude=/staging/**', '--exclude=/drill/**'];

type Storage = Settings['storage'];

const rclone = (storage: Storage, args: string[]) =>
  run('rclone', ['--config=', '--stats=0', '--retries=3', ...args], {
    // Not arguments, because every process can read those.
    env: {
      RCLONE_CONFIG_STORE_TYPE: 's3',
      RCLONE_CONFIG_STORE_PROVIDER: 'Other',
      RCLONE_CONFIG_STORE_ENDPOINT: storage.endpoint,
      RCLONE_CONFIG_STORE_REGION: storage.region,
      RCLONE_CONFIG_STORE_ACCESS_KEY_ID: storage.accessKey,
      RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY: storage.secretKey,
    },
  });

const isEmpty = async (folder: string): Promise<boolean> =>
  !existsSync(folder) || (await readdir(folder)).length === 0;

/** Makes the folder equal to the bucket. A bucket that services have not created yet has no objects. */
export const fetchBucket = async (storage: Storage, bucket: string, folder: string) => {
  await mkdir(folder, { recursive: true });
  try {
    // Times as the server lists them: no further request for each object.
    const how = ['--use-server-modtime', '--fast-list', '--transfers=8', ...EXCLUDED];
    await rclone(storage, ['sync', `store:${bucket}`, folder, ...how]);
  } catch (error) {
    const isMissing = error instanceof CommandError && error.code === NOT_FOUND;
    if (!isMissing || !(await isEmpty(folder))) throw error;
  }
};

/** Copies all objects of the folder into the bucket, and removes none. */
export const sendBucket = async (storage: Storage, folder: string, bucket: string) => {
  if (await isEmpty(folder)) return;
  await rclone(storage, ['copy', folder, `store:${bucket}`, '--checksum', '--transfers=8']);
};
