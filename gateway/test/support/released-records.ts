import type { Deployment, DeploymentDetail, DnsCheck, Release } from '@ctdb/contracts';
import { ids } from './records.js';

const at = '2026-01-05T10:00:00.000Z';

/** The domain that the staged ops knows. */
export const DOMAIN = 'site.example';

const missing = { code: 'nameNotFound', severity: 'error', host: DOMAIN } as const;

export const deployment: Deployment = {
  deploymentId: ids.run,
  kind: 'deploy',
  projectName: 'Medical Color Therapy Database',
  domain: DOMAIN,
  stage: 'completed',
  progress: 100,
  startedBy: 'asha',
  startedAt: at,
  endedAt: at,
  releaseId: ids.release,
  isUnverified: true,
};

/** It is live, and its domain is not known yet. */
export const deploymentDetail: DeploymentDetail = {
  ...deployment,
  updatedAt: at,
  timeline: [{ stage: 'preparing', startedAt: at, endedAt: at, outcome: 'done' }],
  buildLogs: ['built in 1.2 s'],
  isLogCut: false,
  deploymentUrl: 'https://old.example',
  findings: [missing],
};

export const release: Release = {
  id: ids.release,
  hash: '0c'.repeat(32),
  projectName: deployment.projectName,
  domain: DOMAIN,
  files: 12,
  bytes: 345_678,
  createdAt: at,
  createdBy: 'asha',
  isActive: true,
};

export const checked: DnsCheck = {
  domain: DOMAIN,
  displayDomain: DOMAIN,
  isConfigured: false,
  reachable: false,
  sslValid: false,
  records: { a: [], aaaa: [], cname: [], caa: [], www: [] },
  expected: { a: '203.0.113.7', www: DOMAIN },
  findings: [missing],
  usesDefaults: false,
  checkedAt: at,
};
