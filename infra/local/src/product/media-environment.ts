import { join, resolve } from 'node:path';
import { repository } from '../paths.ts';
import { databaseName, type ProductSettings } from './settings.ts';

/** The variable with the address of the server that keeps the bytes of images. */
export const OBJECT_STORAGE = 'S3_ENDPOINT';

/** What both processes of media get, and no other: where images are kept and backed up. */
export function mediaEnvironment({
  operator,
  servers,
  dataFolder,
  namespace,
}: ProductSettings): NodeJS.ProcessEnv {
  const folder = operator['BACKUP_DIR'];
  return {
    MONGODB_DB: databaseName('media', namespace),
    S3_ENDPOINT: servers[OBJECT_STORAGE],
    S3_ACCESS_KEY: servers['S3_ACCESS_KEY'],
    S3_SECRET_KEY: servers['S3_SECRET_KEY'],
    S3_REGION: operator['S3_REGION'],
    S3_BUCKET: namespace === undefined ? operator['S3_BUCKET'] : `${namespace}-images`,
    BACKUP_DIR: folder ? resolve(repository, folder) : join(dataFolder, 'backups'),
  };
}
