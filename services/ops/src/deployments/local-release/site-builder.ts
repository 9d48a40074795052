import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import type { DeploymentRecord } from '../deployment.schema.js';
import type { DeploymentJob } from '../driver.js';
import { buildCommand } from './build-command.js';
import { RELEASE_DATA, releaseData } from './release-data.js';
import { runBuild } from './run-build.js';

/** Where the build stands in the whole; percent. */
const FIRST = 6;
const LAST = 44;

/** Makes the files of a release, each deployment's in a folder of its own. */
@Injectable()
export class SiteBuilder {
  constructor(@Inject(OPS_CONFIG) private readonly config: OpsConfig) {}

  /** Removes what earlier deployments left behind: only one runs. */
  async makeRoom({ _id }: DeploymentRecord): Promise<void> {
    const { builds } = this.config.deployments;
    await mkdir(builds, { recursive: true, mode: 0o700 });
    const isOurs = /^[0-9a-f]{24}$/;
    for (const name of await readdir(builds))
      if (isOurs.test(name) && name !== _id.toHexString()) await this.remove(name);
  }

  /** Builds, unless it was done; the folder that holds the files. */
  async build(job: DeploymentJob): Promise<string> {
    const { deployment, signal } = job;
    const home = this.homeOf(deployment);
    const site = join(home, 'site');
    if (existsSync(site)) return site;
    const attempt = join(home, `attempt-${deployment.takeovers}`);
    await rm(attempt, { recursive: true, force: true });
    await mkdir(attempt, { recursive: true, mode: 0o700 });
    await this.fill(attempt, job);
    signal.throwIfAborted();
    await writeFile(join(attempt, RELEASE_DATA), releaseData(deployment));
    // Its name says that it is whole.
    await rename(attempt, site);
    return site;
  }

  /** Removes a deployment's files. */
  async clear(deployment: DeploymentRecord): Promise<void> {
    await this.remove(deployment._id.toHexString());
  }

  private async fill(folder: string, job: DeploymentJob): Promise<void> {
    const { project, prebuilt } = this.config.deployments.web;
    const command = buildCommand(project, folder);
    if (!command) {
      job.log('There is no build tool here: the bundle that came with the installation is taken.');
      await cp(prebuilt, folder, { recursive: true, dereference: true });
      return;
    }
    let progress = FIRST;
    const hear = (line: string): void => {
      job.log(line);
      if (progress < LAST) void job.advance((progress += 1)).catch(() => undefined);
    };
    await runBuild(command, hear, job.signal);
  }

  private homeOf({ _id }: DeploymentRecord): string {
    return join(this.config.deployments.builds, _id.toHexString());
  }

  private async remove(name: string): Promise<void> {
    await rm(join(this.config.deployments.builds, name), { recursive: true, force: true });
  }
}
