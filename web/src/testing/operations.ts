import type { Deployment, DeploymentStatus, DnsCheck } from '@ctdb/contracts';

const id = '1'.repeat(24);
const startedAt = '2026-11-21T10:00:00.000Z';

/** A check that found another IP address, and a certificate that ends soon. */
export const dnsCheck = (changes: Partial<DnsCheck> = {}): DnsCheck => ({
  domain: 'colour.example',
  displayDomain: 'colour.example',
  isConfigured: false,
  reachable: true,
  sslValid: true,
  records: {
    a: ['198.51.100.2'],
    aaaa: [],
    cname: ['elsewhere.example'],
    caa: ['0 issue "letsencrypt.org"'],
    www: [],
  },
  expected: { a: '203.0.113.7', www: 'colour.example' },
  findings: [
    {
      code: 'addressWrong',
      severity: 'error',
      host: 'colour.example',
      expected: '203.0.113.7',
      found: ['198.51.100.2'],
    },
    { code: 'certificateEndsSoon', severity: 'advice', host: 'colour.example', days: 9 },
  ],
  certificate: {
    subject: 'CN=colour.example',
    issuer: "CN=R12, O=Let's Encrypt",
    names: ['colour.example', 'www.colour.example'],
    validFrom: '2026-09-01T00:00:00.000Z',
    validTo: '2026-11-30T00:00:00.000Z',
    daysLeft: 9,
  },
  redirectsToHttps: true,
  usesDefaults: false,
  checkedAt: startedAt,
  ...changes,
});

export const deployment = (changes: Partial<Deployment> = {}): Deployment => ({
  deploymentId: id,
  kind: 'deploy',
  projectName: 'Medical Color Therapy Database',
  domain: 'colour.example',
  stage: 'building',
  progress: 30,
  startedBy: 'admin',
  startedAt,
  isUnverified: false,
  ...changes,
});

/** A deployment as its page polls it. */
export const deploymentStatus = (
  changes: Partial<Deployment> = {},
  details: Partial<DeploymentStatus['details']> = {},
): DeploymentStatus => ({
  ...deployment(changes),
  message: 'Building the pages of the site',
  timestamp: startedAt,
  details: {
    buildLogs: ['first line'],
    isLogCut: false,
    errors: [],
    timeline: [
      { stage: 'preparing', startedAt, endedAt: '2026-11-21T10:00:03.000Z', outcome: 'done' },
      { stage: 'building', startedAt, outcome: 'running' },
    ],
    findings: [],
    ...details,
  },
});
