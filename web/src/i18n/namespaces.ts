import type { lateNamespaces } from './late-namespaces';

/**
 * Every namespace with its two files. A feature adds one entry; its route names the namespace
 * (`app/router.tsx`), so that the texts are there before the screen is.
 */
export const namespaces = {
  common: {
    en: () => import('./locales/en/common.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/common.json', { with: { type: 'json' } }),
  },
  errors: {
    en: () => import('./locales/en/errors.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/errors.json', { with: { type: 'json' } }),
  },
  paymentErrors: {
    en: () => import('./locales/en/payment-errors.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/payment-errors.json', { with: { type: 'json' } }),
  },
  faults: {
    en: () => import('./locales/en/faults.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/faults.json', { with: { type: 'json' } }),
  },
  vocabulary: {
    en: () => import('./locales/en/vocabulary.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/vocabulary.json', { with: { type: 'json' } }),
  },
  notFound: {
    en: () => import('./locales/en/not-found.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/not-found.json', { with: { type: 'json' } }),
  },
  landing: {
    en: () => import('./locales/en/landing.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/landing.json', { with: { type: 'json' } }),
  },
  admin: {
    en: () => import('./locales/en/admin.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/admin.json', { with: { type: 'json' } }),
  },
  registry: {
    en: () => import('./locales/en/registry.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/registry.json', { with: { type: 'json' } }),
  },
  entries: {
    en: () => import('./locales/en/entries.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/entries.json', { with: { type: 'json' } }),
  },
  forms: {
    en: () => import('./locales/en/forms.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/forms.json', { with: { type: 'json' } }),
  },
  trends: {
    en: () => import('./locales/en/trends.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/trends.json', { with: { type: 'json' } }),
  },
  analytics: {
    en: () => import('./locales/en/analytics.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/analytics.json', { with: { type: 'json' } }),
  },
  gate: {
    en: () => import('./locales/en/gate.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/gate.json', { with: { type: 'json' } }),
  },
  checkout: {
    en: () => import('./locales/en/checkout.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/checkout.json', { with: { type: 'json' } }),
  },
  receipts: {
    en: () => import('./locales/en/receipts.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/receipts.json', { with: { type: 'json' } }),
  },
  access: {
    en: () => import('./locales/en/access.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/access.json', { with: { type: 'json' } }),
  },
  images: {
    en: () => import('./locales/en/images.json', { with: { type: 'json' } }),
    kn: () => import('./locales/kn/images.json', { with: { type: 'json' } }),
  },
} as const;

type Every = typeof namespaces & typeof lateNamespaces;
export type Namespace = keyof Every;

type Texts<N extends Namespace> = Awaited<ReturnType<Every[N]['en']>>['default'];
export type Resources = { [N in Namespace]: Texts<N> };
