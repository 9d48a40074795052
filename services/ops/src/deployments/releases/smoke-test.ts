import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import type { DeploymentSession } from '../session.js';
import { UserVisibleError } from '../failure.js';
import pMap from 'p-map';
import { startPreviewServer, type ServedRelease } from './preview-server.js';

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
        await fetchBytes(url, signal);
        log('The API answers.');
        return;
      } catch (error) {
        if (signal.aborted || tries === MAX_API_ATTEMPTS) throw error;
      }
      await pause(apiCheckTiming.intervalMs, undefined, { signal });
    }
  }
}

const fetchBytes = async (url: string, signal: AbortSignal): Promise<Buffer> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  const { status, body } = await fetchWhole(url, limit);
  if (status !== 200) throw new UserVisibleError(`${url} answered with ${status}.`);
  return body;
};

const fetchWhole = async (url: string, signal: AbortSignal) => {
  try {
    const answer = await fetch(url, { signal, redirect: 'manual' });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  } catch (error) {
    throw new UserVisibleError(`${url} does not answer.`, { cause: error });
  }
};

const LOCAL_REFERENCE = /\s(?:src|href)\s*=\s*"([^"]*)"/g;

/** The files of this site that a page names: scripts, styles, icons. Addresses of other sites are not. */
const findLocalReferences = (html: string): string[] =>
  [...html.matchAll(LOCAL_REFERENCE)]
    .map(([, reference = '']) => reference)
    .filter((reference) => /^\.?\/(?!\/)/.test(reference))
    .map((reference) => new URL(reference, 'http://site/').pathname)
    .filter((path) => path !== '/');
