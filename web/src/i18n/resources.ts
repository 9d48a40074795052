import type { Texts } from '@ctdb/contracts/texts';

/** The English texts by namespace. They type the keys; a new file of texts adds one line. */
export interface Resources {
  access: typeof import('./locales/en/access.json');
  accessCode: typeof import('./locales/en/accessCode.json');
  addresses: typeof import('./locales/en/addresses.json');
  admin: typeof import('./locales/en/admin.json');
  analytics: typeof import('./locales/en/analytics.json');
  audit: typeof import('./locales/en/audit.json');
  backup: typeof import('./locales/en/backup.json');
  billing: typeof import('./locales/en/billing.json');
  checkout: typeof import('./locales/en/checkout.json');
  colors: typeof import('./locales/en/colors.json');
  common: typeof import('./locales/en/common.json');
  deadLetters: typeof import('./locales/en/deadLetters.json');
  deployment: typeof import('./locales/en/deployment.json');
  dns: typeof import('./locales/en/dns.json');
  documents: typeof import('@ctdb/contracts/texts/en/documents.json');
  domainSetup: typeof import('./locales/en/domainSetup.json');
  entries: typeof import('./locales/en/entries.json');
  errors: Texts['errors'];
  factors: typeof import('./locales/en/factors.json');
  faults: typeof import('./locales/en/faults.json');
  filters: typeof import('./locales/en/filters.json');
  findings: typeof import('@ctdb/contracts/texts/en/operations.json');
  forms: typeof import('./locales/en/forms.json');
  gate: typeof import('./locales/en/gate.json');
  imageHealth: typeof import('./locales/en/imageHealth.json');
  images: typeof import('./locales/en/images.json');
  invite: typeof import('./locales/en/invite.json');
  landing: typeof import('./locales/en/landing.json');
  legal: typeof import('./locales/en/legal.json');
  lists: typeof import('./locales/en/lists.json');
  notFound: typeof import('./locales/en/notFound.json');
  operations: typeof import('./locales/en/operations.json');
  ops: typeof import('./locales/en/ops.json');
  patients: typeof import('./locales/en/patients.json');
  people: typeof import('./locales/en/people.json');
  plans: typeof import('./locales/en/plans.json');
  receipts: typeof import('./locales/en/receipts.json');
  registry: typeof import('./locales/en/registry.json');
  sample: typeof import('./locales/en/sample.json');
  sessions: typeof import('./locales/en/sessions.json');
  sheet: typeof import('./locales/en/sheet.json');
  shell: typeof import('./locales/en/shell.json');
  shortcuts: typeof import('./locales/en/shortcuts.json');
  states: typeof import('@ctdb/contracts/texts/en/states.json');
  transfer: typeof import('./locales/en/transfer.json');
  trash: typeof import('./locales/en/trash.json');
  trends: typeof import('./locales/en/trends.json');
  vocabulary: typeof import('./locales/en/vocabulary.json');
}

/** The name of a file of texts: `locales/{en,kn}/<namespace>.json`, or one of the contracts. */
export type Namespace = keyof Resources;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Resources;
  }
}
