import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../../config.js';
import type { DeploymentRecord } from '../deployment.schema.js';
import type { DeploymentSession } from '../session.js';
import { createViteCommand, runBuild } from './vite-build.js';
import { RELEASE_DATA } from './site-requests.js';

/** Percent of the deployment. */
const PROGRESS_START = 6;
const PROGRESS_END = 44;

/** Builds the files of a release, each deployment's in its own folder. */
@Injectable()
export class SiteBuilder {
  constructor(@Inject(OPS_CONFIG) private readonly config: OpsConfig) {}

  /** Removes the files of earlier deployments: only one runs. */
  async removeOldBuilds({ _id }: DeploymentRecord): Promise<void> {
    const { builds } = this.config.deployments;
    await mkdir(builds, { recursive: true, mode: 0o700 });
    const isOurs = /^[0-9a-f]{24}$/;
    for (const name of await readdir(builds))
      if (isOurs.test(name) && name !== _id.toHexString()) await this.remove(name);
  }

  /** Builds, unless that was done, and returns the folder of the files. */
  async build(session: DeploymentSession): Promise<string> {
    const { deployment, signal } = session;
    const home = this.buildFolder(deployment);
    const site = join(home, 'site');
    if (existsSync(site)) return site;
    const attempt = join(home, `attempt-${deployment.token}`);
    await rm(attempt, { recursive: true, force: true });
    await mkdir(attempt, { recursive: true, mode: 0o700 });
    await this.buildInto(attempt, session);
    signal.throwIfAborted();
    await writeFile(join(attempt, RELEASE_DATA), toReleaseData(deployment));
    // Only a complete build has this name.
    await rename(attempt, site);
    return site;
  }

  /** Removes a deployment's files. */
  async removeBuild(deployment: DeploymentRecord): Promise<void> {
    await this.remove(deployment._id.toHexString());
  }

  private async buildInto(folder: string, session: DeploymentSession): Promise<void> {
    const { project, prebuilt } = this.config.deployments.web;
    const command = createViteCommand(project, folder);
    if (!command) {
      session.log('Vite is not installed; using the prebuilt site.');
      await cp(prebuilt, folder, { recursive: true, dereference: true });
      return;
    }
    let progress = PROGRESS_START;
    const onLine = (line: string): void => {
      session.log(line);
      if (progress < PROGRESS_END) void session.advance((progress += 1)).catch(() => undefined);
    };
    await runBuild(command, onLine, session.signal);
  }

  private buildFolder({ _id }: DeploymentRecord): string {
    return join(this.config.deployments.builds, _id.toHexString());
  }

  private async remove(name: string): Promise<void> {
    await rm(join(this.config.deployments.builds, name), { recursive: true, force: true });
  }
}

/** User input gets into a release only here: as values of JSON. */
export const toReleaseData = ({
  releaseId,
  projectName,
  domain,
  startedAt,
}: Pick<DeploymentRecord, 'releaseId' | 'projectName' | 'domain' | 'startedAt'>): string =>
  `${JSON.stringify({
    releaseId: releaseId.toHexString(),
    projectName,
    ...(domain !== undefined && { domain }),
    createdAt: startedAt.toISOString(),
  })}\n`;
