import type { Deployment, DeploymentDetail } from '@ctdb/contracts';
import type { DeploymentRecord } from './deployment.schema.js';

/** A deployment as lists show it. */
export const toDeployment = (record: DeploymentRecord): Deployment => ({
  deploymentId: record._id.toHexString(),
  kind: record.kind,
  projectName: record.projectName,
  ...(record.domain !== undefined && { domain: record.domain }),
  stage: record.stage,
  progress: record.progress,
  startedBy: record.startedBy,
  startedAt: record.startedAt.toISOString(),
  ...(record.endedAt && { endedAt: record.endedAt.toISOString() }),
  ...(record.isPublished && { releaseId: record.releaseId.toHexString() }),
  ...(record.fault && { fault: record.fault }),
  isUnverified: record.isUnverified,
});

/** A deployment as its page shows it. */
export const toDeploymentDetail = (
  record: DeploymentRecord,
  buildLogs: string[],
): DeploymentDetail => ({
  ...toDeployment(record),
  updatedAt: record.updatedAt.toISOString(),
  timeline: record.timeline.map(({ stage, startedAt, endedAt, outcome }) => ({
    stage,
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    outcome,
  })),
  buildLogs,
  isLogCut: record.isLogCut,
  // What was switched back no longer answers there.
  ...(record.deploymentUrl !== undefined &&
    !record.fault && { deploymentUrl: record.deploymentUrl }),
  findings: record.findings,
});
