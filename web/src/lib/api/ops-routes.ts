import type { opsRoutes as contracts } from '@ctdb/contracts';
import type { Endpoints } from './routes';

/** Routes about domains, deployments and the state of the installation. */
export type OpsRouteName = keyof typeof contracts;

/** As `routes`, for the screens of operations: the first view of the others does without them. */
export const opsRoutes: Endpoints<OpsRouteName> = {
  checkDns: { method: 'GET', path: '/api/dns/check/{domain}' },
  startDeployment: { method: 'POST', path: '/api/deployment/start' },
  getDeploymentStatus: { method: 'GET', path: '/api/deployment/status/{id}' },
  verifyDeployment: { method: 'POST', path: '/api/deployment/{id}/verify' },
  listDeployments: { method: 'GET', path: '/api/deployments' },
  listReleases: { method: 'GET', path: '/api/releases' },
  activateRelease: { method: 'POST', path: '/api/releases/{id}/activate' },
  listAudit: { method: 'GET', path: '/api/audit' },
  listDeadLetters: { method: 'GET', path: '/api/dead-letters' },
  getDeadLetter: { method: 'GET', path: '/api/dead-letters/{id}' },
  replayDeadLetter: { method: 'POST', path: '/api/dead-letters/{id}/replay' },
  discardDeadLetter: { method: 'POST', path: '/api/dead-letters/{id}/discard' },
  getOverview: { method: 'GET', path: '/api/operations' },
};
