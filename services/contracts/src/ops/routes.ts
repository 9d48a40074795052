import { z } from 'zod';
import { objectId, timestamp } from '../ids.js';
import { backupLog, drillResult } from '../media/backups.js';
import { pageQuery } from '../paging.js';
import { access, defineRoute } from '../route.js';
import { auditEntry, auditKind } from './audit.js';
import { deadLetter, deadLetterDetail } from './dead-letters.js';
import {
  deployment,
  deploymentFault,
  deploymentInput,
  deploymentStage,
  release,
  stageEntry,
} from './deployments.js';
import { dnsCheck, dnsFinding, domainInput } from './dns.js';
import { opsOverview } from './overview.js';

const byId = z.strictObject({ id: objectId });
const startedDeployment = z.object({
  deploymentId: objectId,
  status: deploymentStage,
  alreadyRunning: z.boolean(),
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
    fault: deploymentFault.optional(),
  }),
});
/** See {@link deploymentStatus}. */
export type DeploymentStatus = z.infer<typeof deploymentStatus>;

const domainRoutes = {
  checkDns: defineRoute({
    id: 'checkDns',
    method: 'GET',
    path: '/api/dns/check/{domain}',
    summary: 'Looks at a domain: its records, its https and its certificate',
    access: access.administrators,
    params: z.strictObject({ domain: domainInput }),
    /** `errors` and `recommendations` are the findings, worded by Accept-Language. */
    response: dnsCheck.extend({
      errors: z.array(z.string()),
      recommendations: z.array(z.string()),
    }),
    status: 200,
    errors: ['DOMAIN_NOT_VALID'],
  }),
} as const;

const deploymentRoutes = {
  startDeployment: defineRoute({
    id: 'startDeployment',
    method: 'POST',
    path: '/api/deployment/start',
    summary: 'Builds a release and makes it live; tells of the one that runs, where one does',
    access: access.administrators,
    body: deploymentInput,
    response: startedDeployment,
    status: 202,
    errors: ['DOMAIN_NOT_VALID'],
  }),
  getDeploymentStatus: defineRoute({
    id: 'getDeploymentStatus',
    method: 'GET',
    path: '/api/deployment/status/{id}',
    summary: 'How far a deployment is',
    access: access.administrators,
    params: byId,
    response: deploymentStatus,
    status: 200,
    errors: ['NOT_FOUND'],
  }),
  verifyDeployment: defineRoute({
    id: 'verifyDeployment',
    method: 'POST',
    path: '/api/deployment/{id}/verify',
    summary: "Looks at DNS and TLS of a deployment's domain again",
    access: access.administrators,
    params: byId,
    response: deploymentStatus,
    status: 200,
    errors: ['NOT_FOUND', 'NOT_VERIFIABLE'],
  }),
  listDeployments: defineRoute({
    id: 'listDeployments',
    method: 'GET',
    path: '/api/deployments',
    summary: 'Deployments, newest first',
    access: access.administrators,
    query: pageQuery,
    response: z.array(deployment),
    status: 200,
  }),
  listReleases: defineRoute({
    id: 'listReleases',
    method: 'GET',
    path: '/api/releases',
    summary: 'Releases that can be gone back to, newest first',
    access: access.administrators,
    response: z.array(release),
    status: 200,
  }),
  activateRelease: defineRoute({
    id: 'activateRelease',
    method: 'POST',
    path: '/api/releases/{id}/activate',
    summary: 'Makes an earlier release the live one',
    access: access.administrators,
    params: byId,
    response: startedDeployment,
    status: 202,
    errors: ['NOT_FOUND'],
  }),
} as const;

const auditRoutes = {
  listAudit: defineRoute({
    id: 'listAudit',
    method: 'GET',
    path: '/api/audit',
    summary: 'What was changed, by whom and when, newest first',
    access: access.administrators,
    query: pageQuery.extend({
      kind: auditKind.optional(),
      actor: z.string().max(100).optional(),
      from: timestamp.optional(),
      to: timestamp.optional(),
    }),
    response: z.array(auditEntry),
    status: 200,
  }),
} as const;

const deadLetterRoutes = {
  listDeadLetters: defineRoute({
    id: 'listDeadLetters',
    method: 'GET',
    path: '/api/dead-letters',
    summary: 'Events that a service gave up',
    access: access.administrators,
    query: pageQuery.extend({ settled: z.enum(['true', 'false']).optional() }),
    response: z.array(deadLetter),
    status: 200,
  }),
  getDeadLetter: defineRoute({
    id: 'getDeadLetter',
    method: 'GET',
    path: '/api/dead-letters/{id}',
    summary: 'One of them with what it says, masked',
    access: access.administrators,
    params: byId,
    response: deadLetterDetail,
    status: 200,
    errors: ['NOT_FOUND'],
  }),
  replayDeadLetter: defineRoute({
    id: 'replayDeadLetter',
    method: 'POST',
    path: '/api/dead-letters/{id}/replay',
    summary: 'Has it handled again',
    access: access.administrators,
    params: byId,
    status: 204,
    errors: ['NOT_FOUND', 'ALREADY_SETTLED'],
  }),
  discardDeadLetter: defineRoute({
    id: 'discardDeadLetter',
    method: 'POST',
    path: '/api/dead-letters/{id}/discard',
    summary: 'Gives it up for good',
    access: access.administrators,
    params: byId,
    status: 204,
    errors: ['NOT_FOUND', 'ALREADY_SETTLED'],
  }),
} as const;

const overviewRoutes = {
  getOverview: defineRoute({
    id: 'getOverview',
    method: 'GET',
    path: '/api/operations',
    summary: 'How the installation is: processes, queues, backups, deployment, certificate',
    access: access.administrators,
    /** A part is absent where the service that knows it cannot be asked; null where there is nothing yet. */
    response: z.object({
      ops: opsOverview.optional(),
      backup: z
        .object({
          lastFull: backupLog.optional(),
          lastDrill: drillResult.optional(),
          coverage: z.number().min(0).max(100),
        })
        .optional(),
      deployment: deployment.nullable().optional(),
    }),
    status: 200,
  }),
} as const;

/** Routes that ops answers, by the name of their handler. */
export const opsRoutes = {
  ...domainRoutes,
  ...deploymentRoutes,
  ...auditRoutes,
  ...deadLetterRoutes,
  ...overviewRoutes,
} as const;
