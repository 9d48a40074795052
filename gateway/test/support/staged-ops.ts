import {
  activateRelease,
  checkDns,
  discardDeadLetter,
  DomainError,
  eraseAuditDetails,
  getDeadLetter,
  getDeployment,
  getDomainProvider,
  getCompleteBackupStatus,
  getOpsOverview,
  listAudit,
  listDeadLetters,
  listDeployments,
  listReleases,
  replayDeadLetter,
  setDomainProvider,
  startDeployment,
  verifyAudit,
  verifyDeployment,
  type AuditEntry,
  type DeadLetter,
  type OpsOverview,
  type recordKinds,
} from '@ctdb/contracts';
import { ids } from './records.js';
import { checked, DOMAIN, deployment, deploymentDetail, release } from './released-records.js';
import { StagedService } from './staged-service.js';

const at = '2026-01-05T10:00:00.000Z';

export const auditEntry: AuditEntry = {
  id: '0b9e7a52-5a57-4c0f-9b2e-6f0f0c1d2e3f',
  at,
  actor: { role: 'admin', name: 'asha' },
  kind: 'disease',
  action: 'updated',
  objectId: ids.disease,
  label: 'Asthma',
  changes: [{ field: 'nameEn', before: 'Astma', after: 'Asthma' }],
  requestId: 'r-1',
  sequence: 21,
};

export const letter: DeadLetter = {
  id: ids.letter,
  service: 'media',
  event: 'catalog.disease.deleted.v1',
  deadAt: at,
  reason: 'delivery_limit',
  state: 'waiting',
};

const started = { deploymentId: ids.run, status: 'preparing', alreadyRunning: false } as const;
export const overview: OpsOverview = { processes: [], queues: [], waitingDeadLetters: 1 };

const known = (kind: (typeof recordKinds)[number], id: string, own: string): void => {
  if (id !== own) throw new DomainError('NOT_FOUND', { kind });
};

/** What was deployed, newest first. */
export const deployed = [deployment];

/** An ops service with one line in the trail, one dead letter, one deployment and its release. */
export const stagedOps = (): StagedService =>
  new StagedService('ops')
    .answer(listAudit, () => ({ items: [auditEntry], total: 21 }))
    .answer(verifyAudit, () => ({ total: 21, checked: 21, erased: 0, findings: [], found: 0 }))
    .answer(eraseAuditDetails, ({ id }) => {
      known('auditEntry', id, auditEntry.id);
      return {};
    })
    .answer(listDeadLetters, () => ({ items: [letter], total: 1 }))
    .answer(getDeadLetter, ({ id }) => {
      known('deadLetter', id, ids.letter);
      return { ...letter, content: '{}', isCut: false, size: 2 };
    })
    .answer(replayDeadLetter, ({ id }) => {
      known('deadLetter', id, ids.letter);
      return {};
    })
    .answer(discardDeadLetter, ({ id }) => {
      known('deadLetter', id, ids.letter);
      throw new DomainError('ALREADY_SETTLED');
    })
    .answer(getOpsOverview, () => overview)
    .answer(getCompleteBackupStatus, () => ({ isExpected: true }))
    .answer(checkDns, ({ domain }) => {
      if (domain !== DOMAIN) throw new DomainError('DOMAIN_NOT_VALID');
      return checked;
    })
    .answer(getDomainProvider, () => ({ url: '' }))
    .answer(setDomainProvider, (provider) => provider)
    .answer(startDeployment, () => started)
    .answer(getDeployment, ({ id }) => {
      known('deployment', id, ids.run);
      return deploymentDetail;
    })
    .answer(verifyDeployment, ({ id }) => {
      known('deployment', id, ids.run);
      return { ...deploymentDetail, isUnverified: false, findings: [] };
    })
    .answer(listDeployments, () => ({ items: deployed, total: deployed.length }))
    .answer(listReleases, () => ({ releases: [release] }))
    .answer(activateRelease, ({ id }) => {
      known('release', id, ids.release);
      return started;
    });
