import {
  discardDeadLetter,
  DomainError,
  getDeadLetter,
  getOpsOverview,
  listAudit,
  listDeadLetters,
  listDeployments,
  replayDeadLetter,
  type AuditEntry,
  type DeadLetter,
  type Deployment,
  type OpsOverview,
} from '@ctdb/contracts';
import { ids } from './records.js';
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
};

export const letter: DeadLetter = {
  id: ids.letter,
  service: 'media',
  event: 'catalog.disease.deleted.v1',
  deadAt: at,
  reason: 'delivery_limit',
  state: 'waiting',
};

export const overview: OpsOverview = { processes: [], queues: [], waitingDeadLetters: 1 };

export const deployment: Deployment = {
  deploymentId: ids.run,
  kind: 'deploy',
  projectName: 'Medical Color Therapy Database',
  stage: 'completed',
  progress: 100,
  startedBy: 'asha',
  startedAt: at,
  endedAt: at,
  isUnverified: false,
};

const known = (id: string): void => {
  if (id !== ids.letter) throw new DomainError('NOT_FOUND', { kind: 'deadLetter' });
};

/** An ops service with one line in the trail, one dead letter and one deployment. */
export const stagedOps = (): StagedService =>
  new StagedService('ops')
    .answer(listAudit, () => ({ items: [auditEntry], total: 21 }))
    .answer(listDeadLetters, () => ({ items: [letter], total: 1 }))
    .answer(getDeadLetter, ({ id }) => {
      known(id);
      return { ...letter, content: '{}', isCut: false, size: 2 };
    })
    .answer(replayDeadLetter, ({ id }) => {
      known(id);
      return {};
    })
    .answer(discardDeadLetter, ({ id }) => {
      if (id === ids.letter) throw new DomainError('ALREADY_SETTLED');
      return {};
    })
    .answer(getOpsOverview, () => overview)
    .answer(listDeployments, () => ({ items: [deployment], total: 1 }));
