import {
  auditEntry as auditEntrySchema,
  deadLetterDetail,
  deployment as deploymentSchema,
  deploymentDetail as deploymentDetailSchema,
  dnsCheck,
  DomainError,
  opsOverview,
  release as releaseSchema,
  type DeploymentDetail,
  type recordKinds,
} from '@ctdb/contracts';
import { ids } from './records.js';
import { sampleOf } from './sample.js';
import { StubService } from './stub-service.js';

/** The domain that the stub of ops knows. */
export const DOMAIN = 'site.example';
const missing = { code: 'nameNotFound', severity: 'error', host: DOMAIN } as const;

export const auditEntry = {
  ...sampleOf(auditEntrySchema),
  id: '0b9e7a52-5a57-4c0f-9b2e-6f0f0c1d2e3f',
};
const letter = { ...sampleOf(deadLetterDetail), id: ids.letter };
export const overview = sampleOf(opsOverview);

export const deployment = {
  ...sampleOf(deploymentSchema),
  deploymentId: ids.run,
  domain: DOMAIN,
  stage: 'completed' as const,
  isUnverified: true,
};

/** It is live, and its domain is not known yet. */
export const deploymentDetail: DeploymentDetail = {
  ...sampleOf(deploymentDetailSchema),
  ...deployment,
  deploymentUrl: 'https://old.example',
  findings: [missing],
};
const release = { ...sampleOf(releaseSchema), id: ids.release };
export const checked = { ...sampleOf(dnsCheck), findings: [missing] };

const known = (kind: (typeof recordKinds)[number], id: string, own: string): void => {
  if (id !== own) throw new DomainError('NOT_FOUND', { kind });
};

/** An ops service with one line in the trail, one dead letter, one deployment and its release. */
export const stubOps = (): StubService =>
  new StubService('ops', {
    listAudit: () => ({ items: [auditEntry], total: 21 }),
    eraseAuditDetails: ({ id }) => {
      known('auditEntry', id, auditEntry.id);
      return {};
    },
    getDeadLetter: ({ id }) => {
      known('deadLetter', id, ids.letter);
      return letter;
    },
    replayDeadLetter: ({ id }) => {
      known('deadLetter', id, ids.letter);
      return {};
    },
    discardDeadLetter: ({ id }) => {
      known('deadLetter', id, ids.letter);
      throw new DomainError('ALREADY_SETTLED');
    },
    getOpsOverview: () => overview,
    checkDns: ({ domain }) => {
      if (domain !== DOMAIN) throw new DomainError('DOMAIN_NOT_VALID');
      return checked;
    },
    setDomainProvider: (provider) => provider,
    getDeployment: ({ id }) => {
      known('deployment', id, ids.run);
      return deploymentDetail;
    },
    verifyDeployment: ({ id }) => {
      known('deployment', id, ids.run);
      return { ...deploymentDetail, isUnverified: false, findings: [] };
    },
    listDeployments: () => ({ items: [deployment], total: 1 }),
    listReleases: () => ({ releases: [release] }),
    // Nothing was deployed.
    getActiveSite: () => ({ revision: 0, earlier: [] }),
  });
