import { z } from 'zod';
import { defineQuery } from '../command.js';
import { access } from '../authorisation.js';
import { customEndpoint, defineRoute, endpoint } from '../endpoint.js';
import { eventsAbout } from '../event.js';
import { byId, objectId, ofRecord, paged, timestamp } from '../records.js';
import { requiredLine } from '../text-fields.js';
import { MAX_PAGE_LIMIT } from '../constants/limits.js';
import { dnsFinding, domainInput } from './dns.js';

/** The longest name of a project. */
export const MAX_PROJECT_NAME = 100;
/** How many releases can be gone back to. */
export const RETAINED_RELEASES = 5;

/** The stages, in their order; a deployment ends in one of the last two. */
export const deploymentStages = [
  'preparing',
  'building',
  'deploying',
  'dns_checking',
  'ssl_setup',
  'completed',
  'failed',
] as const;
/** See {@link deploymentStages}. */
export const deploymentStage = z.enum(deploymentStages);
/** One of {@link deploymentStages}. */
export type DeploymentStage = z.infer<typeof deploymentStage>;

/**
 * Why a deployment failed: the built site is not complete; its worker stopped too often; its files could not be
 * stored; another one was activated meanwhile; the gateways did not show it, and the one before is back; it took too
 * long; anything else. Only records of earlier versions have `smokeFailed` and `releaseGone`.
 */
export const deploymentErrorCodes = [
  'buildFailed',
  'interrupted',
  'publishFailed',
  'smokeFailed',
  'switchLost',
  'probeFailed',
  'releaseGone',
  'tooLong',
  'internal',
] as const;
/** See {@link deploymentErrorCodes}. */
export const deploymentErrorCode = z.enum(deploymentErrorCodes);
/** One of {@link deploymentErrorCodes}. */
export type DeploymentErrorCode = z.infer<typeof deploymentErrorCode>;

/** One stage of a deployment that has begun. */
export const stageEntry = z.object({
  stage: deploymentStage,
  startedAt: timestamp,
  endedAt: timestamp.optional(),
  outcome: z.enum(['running', 'done', 'skipped', 'failed']),
});

/** A deployment, or a way back to an earlier release, without its log. */
export const deployment = z.object({
  deploymentId: objectId,
  kind: z.enum(['deploy', 'rollback']),
  projectName: z.string(),
  /** In punycode; absent where none was given. */
  domain: z.string().optional(),
  stage: deploymentStage,
  progress: z.number().int().min(0).max(100),
  startedBy: z.string(),
  startedAt: timestamp,
  endedAt: timestamp.optional(),
  /** The release that it made or went back to. */
  releaseId: objectId.optional(),
  fault: deploymentErrorCode.optional(),
  /** It is live, but its domain or the public address is not as it should be yet: verify it later. */
  isUnverified: z.boolean(),
});
/** See {@link deployment}. */
export type Deployment = z.infer<typeof deployment>;

/** A deployment with everything that its page shows. */
export const deploymentDetail = deployment.extend({
  updatedAt: timestamp,
  timeline: z.array(stageEntry),
  buildLogs: z.array(z.string()),
  /** Older lines were left out: the log is at most 1 MB. */
  isLogCut: z.boolean(),
  /** An address that answered with this release. */
  deploymentUrl: z.string().optional(),
  findings: z.array(dnsFinding),
});
/** See {@link deploymentDetail}. */
export type DeploymentDetail = z.infer<typeof deploymentDetail>;

/** What a person gives to start one. */
export const deploymentInput = z.strictObject({
  projectName: requiredLine(MAX_PROJECT_NAME),
  domain: domainInput.optional(),
});

/** A deployment as the specification's client polls it; `message` and `errors` are worded by Accept-Language. */
export const deploymentStatus = z.object({
  ...deployment.shape,
  message: z.string(),
  timestamp,
  details: z.object({
    buildLogs: z.array(z.string()),
    isLogCut: z.boolean(),
    deploymentUrl: z.string().optional(),
    errors: z.array(z.string()),
    timeline: z.array(stageEntry),
    findings: z.array(dnsFinding),
    fault: deploymentErrorCode.optional(),
  }),
});
/** See {@link deploymentStatus}. */
export type DeploymentStatus = z.infer<typeof deploymentStatus>;

const startedDeployment = z.object({
  deploymentId: objectId,
  status: deploymentStage,
  alreadyRunning: z.boolean(),
});

/** Starts a deployment, or returns the one that runs. */
export const startDeployment = endpoint('POST /api/deployment/start', {
  summary:
    'Publishes the site with a name and a domain; returns the running deployment, where there is one',
  access: access.from('admin'),
  body: deploymentInput,
  status: 202,
  errors: ['DOMAIN_NOT_VALID'],
  message: 'ops.deployments.start',
  reply: startedDeployment,
});

/** One deployment. `NOT_FOUND` (kind deployment). */
export const getDeployment = defineQuery({
  name: 'ops.deployments.get',
  access: access.from('admin'),
  request: byId,
  reply: deploymentDetail,
});

/** Deployments, newest first. */
export const listDeployments = endpoint('GET /api/deployments', {
  summary: 'Deployments, newest first',
  access: access.from('admin'),
  message: 'ops.deployments.list',
  ...paged(deployment, MAX_PAGE_LIMIT),
});

/** Checks the domain and the address of a completed deployment again. */
export const verifyDeployment = customEndpoint('POST /api/deployment/{id}/verify', {
  summary: "Looks at DNS and TLS of a deployment's domain again",
  access: access.from('admin'),
  params: byId,
  response: deploymentStatus,
  errors: ['NOT_FOUND', 'NOT_VERIFIABLE'],
  message: 'ops.deployments.verify',
  reply: deploymentDetail,
  deadlineMs: 15_000,
});

/** A release: what a deployment has made live. */
export const release = z.object({
  id: objectId,
  /** The id of the site that was published with it. */
  hash: z.string(),
  projectName: z.string(),
  domain: z.string().optional(),
  files: z.number().int().min(1),
  bytes: z.number().int().min(1),
  createdAt: timestamp,
  createdBy: z.string(),
  /** It is what visitors get. */
  isActive: z.boolean(),
});
/** See {@link release}. */
export type Release = z.infer<typeof release>;

/** The last deployments that went live, and the active one, newest first. */
export const listReleases = endpoint('GET /api/releases', {
  summary: 'Releases that can be gone back to, newest first',
  access: access.from('admin'),
  message: 'ops.releases.list',
  reply: z.object({ releases: z.array(release) }),
  list: 'releases',
});

/** Makes an earlier release the active one, as a deployment of its own. */
export const activateRelease = endpoint('POST /api/releases/{id}/activate', {
  summary: 'Makes an earlier release the live one',
  access: access.from('admin'),
  ...ofRecord,
  status: 202,
  message: 'ops.releases.activate',
  reply: startedDeployment,
});

/** How far a deployment is. */
export const getDeploymentStatus = defineRoute('GET /api/deployment/status/{id}', {
  summary: 'How far a deployment is',
  access: access.from('admin'),
  ...ofRecord,
  response: deploymentStatus,
});

const event = eventsAbout('ops.deployment', {
  deploymentId: objectId,
  projectName: z.string(),
  /** Absent in older events, and so is the domain. */
  kind: z.enum(['deploy', 'rollback']).optional(),
  domain: z.string().optional(),
  /** At the start: what a rollback goes back to. At the end: what was published. */
  releaseId: objectId.optional(),
});

/** What happens to deployments, for the audit trail. */
export const deploymentEvents = {
  started: event('started'),
  ended: event('ended', { stage: deploymentStage, fault: deploymentErrorCode.optional() }),
};
