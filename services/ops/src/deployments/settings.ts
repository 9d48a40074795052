import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bucketEnv, s3Env, toStorageSettings } from '@ctdb/chassis/storage';
import { z } from 'zod';

const isOrigin = (value: string): boolean =>
  /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;

const folder = z.string().refine(isAbsolute, { error: 'must be an absolute path' });
const origin = z.string().refine(isOrigin, {
  error: 'must be http:// or https:// with a host, and a port where it is not the usual one',
});
const webProject = fileURLToPath(new URL('../../../../web', import.meta.url));

/** What deployments read from the environment. */
export const deploymentSettings = {
  /** Any server that speaks S3; without one nothing can be deployed, and the rest of ops works. */
  S3_ENDPOINT: s3Env.S3_ENDPOINT.optional(),
  S3_ACCESS_KEY: z.string().max(256).default(''),
  S3_SECRET_KEY: z.string().max(256).default(''),
  S3_REGION: s3Env.S3_REGION,
  /** Created at the first release if it is missing. */
  RELEASES_BUCKET: bucketEnv('releases'),
  /** Where releases are built before they are stored; nothing in it outlives its deployment. */
  BUILDS_DIR: folder.default(join(tmpdir(), 'ctdb-builds')),
  /** The project that Vite builds. */
  WEB_PROJECT: folder.default(webProject),
  /** A bundle that was built before, taken where there is no Vite. Default: `dist` of the project. */
  WEB_PREBUILT: folder.optional(),
  /** Where browsers find the live site. */
  PUBLIC_ORIGIN: origin.default('http://localhost:8080'),
  /** Where this process finds the same gateways, where that is another address. */
  PROBE_ORIGIN: origin.optional(),
};

type Values = z.output<z.ZodObject<typeof deploymentSettings>>;

/** The settings as deployments use them. */
export const toDeploymentSettings = ({ S3_ENDPOINT, ...value }: Values) => ({
  /** Absent where no storage is set. */
  storage:
    S3_ENDPOINT === undefined
      ? undefined
      : toStorageSettings({ ...value, S3_ENDPOINT }, value.RELEASES_BUCKET),
  builds: value.BUILDS_DIR,
  web: {
    project: value.WEB_PROJECT,
    prebuilt: value.WEB_PREBUILT ?? join(value.WEB_PROJECT, 'dist'),
  },
  publicOrigin: value.PUBLIC_ORIGIN,
  probeOrigin: value.PROBE_ORIGIN ?? value.PUBLIC_ORIGIN,
});
