import { join, resolve } from 'node:path';
import { repository } from '../paths.ts';
import { OBJECT_STORAGE } from './media-environment.ts';
import { databaseName, type ProductSettings } from './settings.ts';

/** What both processes of ops get: where releases are kept and built, and where the live site answers. */
export function opsEnvironment({
  operator,
  servers,
  dataFolder,
  namespace,
  address,
  gatewayPort,
}: ProductSettings): NodeJS.ProcessEnv {
  const folder = operator['BUILDS_DIR'];
  return {
    MONGODB_DB: databaseName('ops', namespace),
    S3_ENDPOINT: servers[OBJECT_STORAGE],
    S3_ACCESS_KEY: servers['S3_ACCESS_KEY'],
    S3_SECRET_KEY: servers['S3_SECRET_KEY'],
    S3_REGION: operator['S3_REGION'],
    RELEASES_BUCKET:
      namespace === undefined ? operator['RELEASES_BUCKET'] : `${namespace}-releases`,
    BUILDS_DIR: folder ? resolve(repository, folder) : join(dataFolder, 'builds'),
    WEB_PROJECT: join(repository, 'web'),
    // In development another server answers at the browser's address, and serves no release.
    PUBLIC_ORIGIN:
      gatewayPort === address.port ? address.origin : `http://127.0.0.1:${gatewayPort}`,
  };
}
