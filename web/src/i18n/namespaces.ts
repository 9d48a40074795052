/**
 * Every namespace with its two files. A feature adds one entry; its route names the namespace
 * (`app/router.tsx`), so that the texts are there before the screen is.
 */
export const namespaces = {
  common: {
    en: () => import('./locales/en/common.json'),
    kn: () => import('./locales/kn/common.json'),
  },
  errors: {
    en: () => import('./locales/en/errors.json'),
    kn: () => import('./locales/kn/errors.json'),
  },
  vocabulary: {
    en: () => import('./locales/en/vocabulary.json'),
    kn: () => import('./locales/kn/vocabulary.json'),
  },
  landing: {
    en: () => import('./locales/en/landing.json'),
    kn: () => import('./locales/kn/landing.json'),
  },
  admin: {
    en: () => import('./locales/en/admin.json'),
    kn: () => import('./locales/kn/admin.json'),
  },
  registry: {
    en: () => import('./locales/en/registry.json'),
    kn: () => import('./locales/kn/registry.json'),
  },
} as const;

export type Namespace = keyof typeof namespaces;

type Texts<N extends Namespace> = Awaited<ReturnType<(typeof namespaces)[N]['en']>>['default'];
export type Resources = { [N in Namespace]: Texts<N> };
