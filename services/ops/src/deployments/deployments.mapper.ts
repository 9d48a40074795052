import { toContract } from '@ctdb/chassis';
import { deployment, deploymentDetail, release } from '@ctdb/contracts';
import type { DeploymentRecord } from './deployment.record.js';

const toFields = ({ _id, releaseId, ...record }: DeploymentRecord) => ({
  ...record,
  deploymentId: _id,
  releaseId: record.isPublished ? releaseId : undefined,
});

/** A deployment as lists show it. */
export const toDeployment = (record: DeploymentRecord) => toContract(deployment, toFields(record));

/** A deployment as its page shows it. */
export const toDeploymentDetail = (record: DeploymentRecord, buildLogs: string[]) =>
  toContract(deploymentDetail, {
    ...toFields(record),
    buildLogs,
    // After a failure the URL serves another release.
    deploymentUrl: record.fault ? undefined : record.deploymentUrl,
  });

/** What a deployment can be gone back to. Only of one with a site. */
export const toRelease = (
  { releaseId, site, startedAt, startedBy, ...record }: DeploymentRecord,
  activeId: DeploymentRecord['releaseId'] | undefined,
) =>
  toContract(release, {
    ...record,
    ...site,
    id: releaseId,
    createdAt: startedAt,
    createdBy: startedBy,
    isActive: activeId?.equals(releaseId) ?? false,
  });
