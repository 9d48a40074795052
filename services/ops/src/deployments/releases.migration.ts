import type { Migration } from '@ctdb/chassis';
import type { Types } from 'mongoose';
import { ACTIVE_SITE_ID, type ActiveSite, type ShownSite } from './active-site.repository.js';

/** As the version before stored what could be gone back to, and which one was active. */
interface StoredRelease extends Pick<ShownSite, 'projectName' | 'domain'> {
  _id: Types.ObjectId;
  hash: string;
  files: unknown[];
  bytes: number;
  isWithdrawn: boolean;
}
interface StoredPointer {
  releaseId: Types.ObjectId | null;
  deploymentId: Types.ObjectId | null;
  activatedAt: Date | null;
}

/** Findings of the driver that the version before had. */
const REMOVED_FINDINGS = ['routeNotReady', 'certificateNotIssued', 'clusterFailed'];

/**
 * Deployments of the version before get what their releases say, and what was active stays so, by its name and
 * domain. The collections of that version stay as they are: it can be gone back to.
 */
export const releasesToDeployments: Migration = {
  name: '2026-11-27-releases-to-deployments',
  async up(connection) {
    const deployments = connection.collection<{ findings: { code: string }[] }>('deployments');
    const releases = connection.collection<StoredRelease>('releases');
    await deployments.updateMany({}, { $pull: { findings: { code: { $in: REMOVED_FINDINGS } } } });
    for await (const { _id, hash, files, bytes } of releases.find({ isWithdrawn: false }))
      await deployments.updateMany(
        { releaseId: _id, kind: 'deploy' },
        { $set: { site: { hash, files: files.length, bytes } } },
      );
    const pointer = await connection.collection<StoredPointer>('active_release').findOne({});
    const release = pointer?.releaseId && (await releases.findOne({ _id: pointer.releaseId }));
    if (!pointer || !release) return;
    const { hash: site, projectName, domain } = release;
    const shown: ShownSite = {
      releaseId: release._id,
      deploymentId: pointer.deploymentId ?? release._id,
      site,
      projectName,
      ...(domain !== undefined && { domain }),
      isVerified: false,
      deployedAt: pointer.activatedAt ?? release._id.getTimestamp(),
    };
    await connection
      .collection<ActiveSite>('active_site')
      .updateOne(
        { _id: ACTIVE_SITE_ID },
        { $setOnInsert: { revision: 1, version: 1, shown } },
        { upsert: true },
      );
  },
};
