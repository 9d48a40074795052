import { toContract } from '@ctdb/chassis';
import {
  deployment,
  deploymentDetail,
  type Deployment,
  type DeploymentDetail,
} from '@ctdb/contracts';
import type { DeploymentRecord } from './deployment.schema.js';

const toFields = ({ _id, releaseId, ...record }: DeploymentRecord) => ({
  ...record,
  deploymentId: _id,
  releaseId: record.isPublished ? releaseId : undefined,
});

/** A deployment as lists show it. */
export const toDeployment = (record: DeploymentRecord): Deployment =>
  toContract(deployment, toFields(record));

/** A deployment as its page shows it. */
export const toDeploymentDetail = (
  record: DeploymentRecord,
  buildLogs: string[],
): DeploymentDetail =>
  toContract(deploymentDetail, {
    ...toFields(record),
    buildLogs,
    // After a failure the URL serves another release.
    deploymentUrl: record.fault ? undefined : record.deploymentUrl,
  });
