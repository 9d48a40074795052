/**
 * As `namespaces`, for the screens of administrators: where their texts are is known only when one
 * of them is wanted, because every line of that table is part of each first view.
 */
export const lateNamespaces = {
  billing: {
    en: () => import('./locales/en/billing.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/billing.json', { with: { type: 'json' } }),
  },
  trash: {
    en: () => import('./locales/en/trash.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/trash.json', { with: { type: 'json' } }),
  },
  backup: {
    en: () => import('./locales/en/backup.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/backup.json', { with: { type: 'json' } }),
  },
  imageHealth: {
    en: () => import('./locales/en/image-health.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/image-health.json', { with: { type: 'json' } }),
  },
  ops: {
    en: () => import('./locales/en/ops.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/ops.json', { with: { type: 'json' } }),
  },
  dns: {
    en: () => import('./locales/en/dns.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/dns.json', { with: { type: 'json' } }),
  },
  deployment: {
    en: () => import('./locales/en/deployment.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/deployment.json', { with: { type: 'json' } }),
  },
  domainSetup: {
    en: () => import('./locales/en/domain-setup.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/domain-setup.json', { with: { type: 'json' } }),
  },
  audit: {
    en: () => import('./locales/en/audit.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/audit.json', { with: { type: 'json' } }),
  },
  operations: {
    en: () => import('./locales/en/operations.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/operations.json', { with: { type: 'json' } }),
  },
  deadLetters: {
    en: () => import('./locales/en/dead-letters.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/dead-letters.json', { with: { type: 'json' } }),
  },
} as const;
