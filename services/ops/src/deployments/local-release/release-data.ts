import type { DeploymentRecord } from '../deployment.schema.js';

/** Where a release tells what it is. */
export const RELEASE_DATA = '/release.json';

/** What people typed reaches a release only here: as values of JSON, never as a name or an argument. */
export const releaseData = ({
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
