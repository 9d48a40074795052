import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import type { DeploymentJob } from '../driver.js';
import { Explained } from '../failure.js';
import { inParallel } from '../in-parallel.js';
import { referencesOf } from './references.js';
import { serveOnTrial, type ServedRelease } from './trial-server.js';

const AT_ONCE = 8;
const PATIENCE_MS = 10_000;
/** An API that is just being started again gets so many tries. */
const API_TRIES = 10;

/** Looks at a release before anybody else does: each file as it comes from the storage, and the API. */
@Injectable()
export class SmokeCheck {
  constructor(
    private readonly store: ObjectStore,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
  ) {}

  /** Throws where anything of the release is not as it was built, or the API does not answer. */
  async run(release: ServedRelease, job: DeploymentJob): Promise<void> {
    const trial = await serveOnTrial(release, this.store);
    try {
      await inParallel(release.files, AT_ONCE, async (file) => {
        const body = await fetchBytes(`${trial.origin}${file.path}`, job.signal);
        const sha256 = createHash('sha256').update(body).digest('hex');
        if (body.length !== file.bytes || sha256 !== file.sha256)
          throw new Explained(`${file.path} is not what was built.`);
      });
      const page = (await fetchBytes(`${trial.origin}/`, job.signal)).toString();
      const paths = new Set(release.files.map(({ path }) => path));
      const missing = referencesOf(page).find((path) => !paths.has(path));
      if (missing !== undefined)
        throw new Explained(`index.html names ${missing}, which is missing.`);
    } finally {
      await trial.close();
    }
    job.log(`Checked ${release.files.length} files as they are served.`);
    await this.askApi(job);
  }

  private async askApi({ signal, log }: DeploymentJob): Promise<void> {
    const address = `${this.config.deployments.probeOrigin}/api/config`;
    for (let tries = 1; ; tries += 1) {
      try {
        await fetchBytes(address, signal);
        log('The API answers.');
        return;
      } catch (error) {
        if (signal.aborted || tries === API_TRIES) throw error;
      }
      await pause(1_000, undefined, { signal });
    }
  }
}

const fetchBytes = async (address: string, signal: AbortSignal): Promise<Buffer> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const { status, body } = await fetchWhole(address, limit);
  if (status !== 200) throw new Explained(`${address} answered with ${status}.`);
  return body;
};

const fetchWhole = async (address: string, signal: AbortSignal) => {
  try {
    const answer = await fetch(address, { signal, redirect: 'manual' });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
  } catch (error) {
    throw new Explained(`${address} does not answer.`, { cause: error });
  }
};
