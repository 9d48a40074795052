import { join, resolve } from 'node:path';
import { repository } from '../paths.ts';
import { OBJECT_STORAGE } from './media-environment.ts';
import { databaseName, type Address, type ProductSettings } from './settings.ts';

const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** Where this machine finds its gateway: the public address may lead here only later, or not from here. */
function gatewayOrigin({ host, port }: Address): string {
  const name = EVERY_ADDRESS.includes(host) ? '127.0.0.1' : host;
  return new URL(`http://${name.includes(':') ? `[${name}]` : name}:${port}`).origin;
}

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
  // In development another server answers at the browser's address, and serves no release.
  const isDevelopment = gatewayPort !== address.port;
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
    PUBLIC_ORIGIN: isDevelopment ? `http://127.0.0.1:${gatewayPort}` : address.origin,
    PROBE_ORIGIN: operator['PROBE_ORIGIN'] || (isDevelopment ? undefined : gatewayOrigin(address)),
  };
}
