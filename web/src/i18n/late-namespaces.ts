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
} as const;
