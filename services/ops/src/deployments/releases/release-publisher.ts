import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppLogger } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { ActiveReleaseRepository } from './active-release.repository.js';
import type { DeploymentSession } from '../session.js';
import { UserVisibleError, withErrorCode } from '../failure.js';
import pMap from 'p-map';
import { InstallationRepository } from './installation.repository.js';
import {
  releaseFolder,
  retainedReleases,
  ReleasesRepository,
  type ReleaseRecord,
} from './releases.repository.js';
import { getMimeType, readSite } from './release-files.js';
import { SmokeTest } from './smoke-test.js';

const CONCURRENCY = 8;
/** Percent of the deployment. */
const PROGRESS_START = 46;
const PROGRESS_END = 72;

/** Stores releases for good, and removes those that can no longer be restored. */
@Injectable()
export class ReleasePublisher {
  constructor(
    private readonly releases: ReleasesRepository,
    private readonly active: ActiveReleaseRepository,
    private readonly store: ObjectStore,
    private readonly installation: InstallationRepository,
    private readonly smoke: SmokeTest,
    private readonly logger: AppLogger,
  ) {}

  /** Stores a built site under its hash, checks it as it is served, and lists it as a release. */
  async publish(folder: string, session: DeploymentSession): Promise<void> {
    const { deployment, signal } = session;
    const release = await withErrorCode('publishFailed', signal, () =>
      this.upload(folder, session),
    );
    session.signal.throwIfAborted();
    await session.advance(PROGRESS_END);
    await withErrorCode('smokeFailed', signal, () => this.smoke.run(release, session));
    session.signal.throwIfAborted();
    await this.releases.insert({
      _id: deployment.releaseId,
      ...release,
      projectName: deployment.projectName,
      ...(deployment.domain !== undefined && { domain: deployment.domain }),
      createdAt: new Date(),
      createdBy: deployment.startedBy,
      isWithdrawn: false,
    });
  }

  /** Checks a stored release again; `releaseGone` if it or a file of it is missing. */
  async recheck(session: DeploymentSession): Promise<void> {
    await withErrorCode('releaseGone', session.signal, async () => {
      const release = await this.releases.find(session.deployment.releaseId);
      if (!release || release.isWithdrawn) throw new UserVisibleError('The release is not there.');
      await this.smoke.run(release, session);
    });
  }

  /**
   * Removes releases that cannot be restored any more, and files of this installation without a release:
   * other installations may use the same bucket. Before each removal `assertHeld` must not throw.
   */
  async removeExpired(
    currentId: ReleaseRecord['_id'],
    assertHeld: () => Promise<void>,
  ): Promise<void> {
    const all = await this.releases.all();
    await assertHeld();
    const { releaseId, previousId } = await this.active.get();
    const kept = new Set(retainedReleases(all, releaseId));
    const isNamed = ({ _id }: ReleaseRecord) =>
      [releaseId, previousId, currentId].some((id) => id?.equals(_id));
    const expired = all.filter((release) => !kept.has(release) && !isNamed(release));
    await this.releases.remove(expired.map(({ _id }) => _id));
    const own = await this.store.folders(await this.releasePrefix());
    const needed = new Set(all.filter((one) => !expired.includes(one)).map(releaseFolder));
    for (const folder of new Set([...expired.map(releaseFolder), ...own])) {
      if (needed.has(folder)) continue;
      await assertHeld();
      // A worker that slept here must not remove files of a release that is listed by now.
      if (await this.releases.isHashListed(hashFromFolder(folder))) continue;
      await this.store.removeFolder(folder);
      this.logger.info('a release was removed', { folder });
    }
  }

  /** Where the files of this installation are. */
  private async releasePrefix(): Promise<string> {
    return `releases/${await this.installation.id()}`;
  }

  private async upload(folder: string, session: DeploymentSession) {
    const { hash, files, bytes } = await readSite(folder);
    const place = `${await this.releasePrefix()}/${hash}`;
    session.log(`Storing ${files.length} files, ${bytes} bytes, as ${hash}.`);
    await this.store.ensureBucket();
    let done = 0;
    await pMap(
      files,
      async ({ path }) => {
        session.signal.throwIfAborted();
        const bytes = await readFile(join(folder, path));
        await this.store.putOnce(`${place}${path}`, bytes, getMimeType(path));
        done += 1;
        if (done % CONCURRENCY === 0)
          await session.advance(
            PROGRESS_START + Math.floor(((PROGRESS_END - PROGRESS_START) * done) / files.length),
          );
      },
      { concurrency: CONCURRENCY },
    );
    return { hash, folder: place, files, bytes };
  }
}

const hashFromFolder = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1);
