import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { run, type Additions } from '../docker.ts';
import { project } from '../settings.ts';

const IMAGE = 'ghcr.io/letsencrypt/pebble:2.10.1';
const FILE = 'infra/containers/pebble/compose.yml';

/** The product's domain, which only containers of the test can resolve. */
export const domain = 'clinic.example';

const port = Number(process.env['CONTAINERS_HTTPS_PORT'] ?? '18443');
export const httpsPort = port;
export const httpPort = port + 1;
const managementPort = port + 2;

/** An ACME server and the settings with which the product uses it. */
export interface Pebble {
  additions: Additions;
  /** The root of the certificates that it has issued since its start. */
  root(): Promise<string>;
  remove(): Promise<void>;
}

/** Reads from the image the authority of Pebble's own certificate, which Caddy has to trust. */
export async function preparePebble(): Promise<Pebble> {
  const folder = await mkdtemp(join(tmpdir(), 'pebble-'));
  const authority = join(folder, 'authority.pem');
  const container = `${project}-pebble-files`;
  await run('docker', ['create', '--name', container, IMAGE]);
  try {
    await run('docker', ['cp', `${container}:/test/certs/pebble.minica.pem`, authority]);
  } finally {
    await run('docker', ['rm', container]);
  }
  return {
    additions: {
      files: [FILE],
      settings: {
        COMPOSE_PROFILES: 'https',
        TEST_PAYMENTS: '',
        PUBLIC_ORIGIN: '',
        HTTPS_DOMAIN: domain,
        PUBLISH_HTTPS: `127.0.0.1:${httpsPort}`,
        PUBLISH_HTTP: `127.0.0.1:${httpPort}`,
        PEBBLE_PORT: String(managementPort),
        PEBBLE_FOLDER: folder,
        ACME_DIRECTORY: 'https://pebble:14000/dir',
        ACME_CA_FILE: '/run/pebble/authority.pem',
      },
    },
    root: async () => {
      const ca = await readFile(authority);
      const url = `https://localhost:${managementPort}/roots/0`;
      return new Promise((resolve, reject) => {
        get(url, { ca }, (response) => void text(response).then(resolve, reject)).on(
          'error',
          reject,
        );
      });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
