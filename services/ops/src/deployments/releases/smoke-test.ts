import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import { TrustStore } from '../../dns/outbound.js';
import type { DeploymentSession } from '../session.js';
import { UserVisibleError } from '../failure.js';
import pMap from 'p-map';
import { startPreviewServer, type ServedRelease } from './preview-server.js';
import { requestNewConnection } from './site-requests.js';

const CONCURRENCY = 8;
const REQUEST_TIMEOUT_MS = 10_000;
/** An API that is being restarted gets so many attempts. */
const MAX_API_ATTEMPTS = 10;
export const apiCheckTiming = { intervalMs: 1_000 };

/** Checks a release before its activation: each file as the storage returns it, and the API. */
@Injectable()
export class SmokeTest {
  constructor(
    private readonly store: ObjectStore,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
    private readonly trust: TrustStore,
  ) {}

  /** Throws if a file differs from the build, or the API does not answer. */
  async run(release: ServedRelease, session: DeploymentSession): Promise<void> {
    const preview = await startPreviewServer(release, this.store);
    try {
      await pMap(
        release.files,
        async (file) => {
          const body = await fetchBytes(`${preview.origin}${file.path}`, session.signal);
          const sha256 = createHash('sha256').update(body).digest('hex');
          if (body.length !== file.bytes || sha256 !== file.sha256)
            throw new UserVisibleError(`${file.path} is not what was built.`);
        },
        { concurrency: CONCURRENCY },
      );
      const page = (await fetchBytes(`${preview.origin}/`, session.signal)).toString();
      const paths = new Set(release.files.map(({ path }) => path));
      const missing = findLocalReferences(page).find((path) => !paths.has(path));
      if (missing !== undefined)
        throw new UserVisibleError(`index.html names ${missing}, which is missing.`);
    } finally {
      await preview.close();
    }
    session.log(`Checked ${release.files.length} files as they are served.`);
    await this.checkApi(session);
  }

  private async checkApi({ signal, log }: DeploymentSession): Promise<void> {
    const url = `${this.config.deployments.probeOrigin}/api/config`;
    for (let tries = 1; ; tries += 1) {
      try {
        const connection = { signal: limited(signal), secureContext: this.trust.tlsContext };
        const reply = await requestNewConnection(url, connection, false).catch(noAnswer(url));
        requireOk(url, reply.status);
        log('The API answers.');
        return;
      } catch (error) {
        if (signal.aborted || tries === MAX_API_ATTEMPTS) throw error;
      }
      await pause(apiCheckTiming.intervalMs, undefined, { signal });
    }
  }
}

const limited = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);

const noAnswer =
  (url: string) =>
  (cause: unknown): never => {
    throw new UserVisibleError(`${url} does not answer.`, { cause });
  };

const requireOk = (url: string, status: number): void => {
  if (status !== 200) throw new UserVisibleError(`${url} answered with ${status}.`);
};

const fetchBytes = async (url: string, signal: AbortSignal): Promise<Buffer> => {
  const response = await fetch(url, { signal: limited(signal) }).catch(noAnswer(url));
  requireOk(url, response.status);
  return Buffer.from(await response.arrayBuffer().catch(noAnswer(url)));
};

const LOCAL_REFERENCE = /\s(?:src|href)\s*=\s*"([^"]*)"/g;

/** The files of this site that a page names: scripts, styles, icons. Addresses of other sites are not. */
const findLocalReferences = (html: string): string[] =>
  [...html.matchAll(LOCAL_REFERENCE)]
    .map(([, reference = '']) => reference)
    .filter((reference) => /^\.?\/(?!\/)/.test(reference))
    .map((reference) => new URL(reference, 'http://site/').pathname)
    .filter((path) => path !== '/');
