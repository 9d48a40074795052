import type { Migration } from '@ctdb/chassis';
import type { Types } from 'mongoose';
import type { PublishedSite } from './deployment.record.js';
import { ACTIVE_SITE_ID, type ActiveSite, type ShownSite } from './active-site.repository.js';

/** As the version before stored what could be gone back to. */
interface StoredRelease {
  _id: Types.ObjectId;
  hash: string;
  projectName: string;
  domain?: string;
  files: unknown[];
  bytes: number;
  isWithdrawn: boolean;
}

/** The part of a deployment that changes. */
interface StoredDeployment {
  _id: Types.ObjectId;
  releaseId: Types.ObjectId;
  kind: string;
  findings: { code: string }[];
  site?: PublishedSite;
}

/** As the version before stored which release was active. */
interface StoredPointer {
  _id: string;
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
    const deployments = connection.collection<StoredDeployment>('deployments');
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
    const { deploymentId, activatedAt } = pointer;
    const shown: ShownSite = {
      releaseId: release._id,
      deploymentId: deploymentId ?? release._id,
      site: release.hash,
      projectName: release.projectName,
      ...(release.domain !== undefined && { domain: release.domain }),
      isVerified: false,
      deployedAt: activatedAt ?? release._id.getTimestamp(),
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
