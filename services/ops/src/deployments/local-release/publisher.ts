import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppLogger } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable } from '@nestjs/common';
import { ActiveReleaseRepository } from '../active-release.repository.js';
import type { DeploymentJob } from '../driver.js';
import { Explained, failingAs } from '../failure.js';
import { inParallel } from '../in-parallel.js';
import { InstallationRepository } from '../installation.repository.js';
import {
  folderOf,
  keptOf,
  ReleasesRepository,
  type ReleaseRecord,
} from '../releases.repository.js';
import { mediaTypeOf } from './media-type.js';
import { readSite } from './release-files.js';
import { SmokeCheck } from './smoke-check.js';

const AT_ONCE = 8;
/** Where storing stands in the whole; percent. */
const FIRST = 46;
const LAST = 72;

/** Stores releases for good, and removes those that nobody can go back to. */
@Injectable()
export class Publisher {
  constructor(
    private readonly releases: ReleasesRepository,
    private readonly active: ActiveReleaseRepository,
    private readonly store: ObjectStore,
    private readonly installation: InstallationRepository,
    private readonly smoke: SmokeCheck,
    private readonly logger: AppLogger,
  ) {}

  /** Stores a built site under its hash, looks at it as it is served, and lists it as a release. */
  async publish(folder: string, job: DeploymentJob): Promise<void> {
    const { deployment, signal } = job;
    const release = await failingAs('publishFailed', signal, () => this.upload(folder, job));
    job.check();
    await job.advance(LAST);
    await failingAs('smokeFailed', signal, () => this.smoke.run(release, job));
    job.check();
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

  /** Looks at a release again that is there; without it, or with a file of it missing, it is gone. */
  async checkAgain(job: DeploymentJob): Promise<void> {
    await failingAs('releaseGone', job.signal, async () => {
      const release = await this.releases.find(job.deployment.releaseId);
      if (!release || release.isWithdrawn) throw new Explained('The release is not there.');
      await this.smoke.run(release, job);
    });
  }

  /**
   * Removes releases that can no longer be gone back to, and files of this installation that belong to
   * none: others may keep theirs in the same bucket. Before each removal `prove` must not throw.
   */
  async prune(currentId: ReleaseRecord['_id'], prove: () => Promise<void>): Promise<void> {
    const all = await this.releases.all();
    await prove();
    const { releaseId, previousId } = await this.active.get();
    const kept = new Set(keptOf(all, releaseId));
    const isNamed = ({ _id }: ReleaseRecord) =>
      [releaseId, previousId, currentId].some((id) => id?.equals(_id));
    const gone = all.filter((release) => !kept.has(release) && !isNamed(release));
    await this.releases.remove(gone.map(({ _id }) => _id));
    const own = await this.store.folders(await this.home());
    const needed = new Set(all.filter((one) => !gone.includes(one)).map(folderOf));
    for (const folder of new Set([...gone.map(folderOf), ...own])) {
      if (needed.has(folder)) continue;
      await prove();
      // Whoever slept after that has all the same no file of a release that is listed by now.
      if (await this.releases.hasFilesOf(hashIn(folder))) continue;
      await this.store.removeFolder(folder);
      this.logger.info('a release was removed', { folder });
    }
  }

  /** Where the files of this installation are. */
  private async home(): Promise<string> {
    return `releases/${await this.installation.id()}`;
  }

  private async upload(folder: string, job: DeploymentJob) {
    const { hash, files, bytes } = await readSite(folder);
    const place = `${await this.home()}/${hash}`;
    job.log(`Storing ${files.length} files, ${bytes} bytes, as ${hash}.`);
    await this.store.ensureBucket();
    let done = 0;
    await inParallel(files, AT_ONCE, async ({ path }) => {
      job.check();
      const bytes = await readFile(join(folder, path));
      await this.store.putOnce(`${place}${path}`, bytes, mediaTypeOf(path));
      done += 1;
      if (done % AT_ONCE === 0)
        await job.advance(FIRST + Math.floor(((LAST - FIRST) * done) / files.length));
    });
    return { hash, folder: place, files, bytes };
  }
}

const hashIn = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1);
