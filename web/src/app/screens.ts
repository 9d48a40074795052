import type { Namespace } from '@/i18n/resources';

/** Each screen: its file, as feature and page, its paths, and the texts that are loaded with it. */
export const screens = [
  ['landing/landing', ['/'], ['landing', 'plans', 'vocabulary']],
  ['admin-login/admin-login', ['/admin', '/admin-login'], ['admin']],
  ['invite/invite', ['/invite'], ['invite']],
  ['checkout/checkout', ['/hourly-access', '/subscribe', '/payment'], ['checkout', 'plans']],
  ['legal/legal', ['/contact', '/terms', '/privacy', '/refunds'], ['legal']],
  ['access/access', ['/access'], ['access', 'receipts', 'accessCode', 'addresses']],
  ['receipts/receipts', ['/access/receipts/:id'], ['receipts', 'documents', 'states']],
  ['access/restore', ['/restore'], ['access', 'receipts', 'accessCode', 'addresses']],
  ['registry/registry', ['/app'], ['registry', 'vocabulary']],
  [
    'registry/disease-form',
    ['/app/add-disease', '/add-disease'],
    ['registry', 'forms', 'images', 'vocabulary', 'faults'],
  ],
  ['registry/treatment-form', ['/app/add-treatment/:id?'], ['registry', 'forms', 'faults']],
  ['registry/sheet', ['/app/sheet/:id'], ['sheet', 'registry', 'images', 'vocabulary']],
  ['registry/sample', ['/sample'], ['sample', 'sheet', 'registry', 'images', 'vocabulary']],
  ['patients/patients', ['/patients'], ['patients', 'vocabulary']],
  ['patients/patient', ['/patients/:id'], ['patients', 'vocabulary']],
  ['trends/trends', ['/trends', '/app/trends'], ['trends', 'analytics', 'vocabulary']],
  ['analytics/analytics', ['/analytics', '/app/analytics'], ['analytics', 'vocabulary']],
  ['operations/operations', ['/admin-operations'], ['operations', 'backup', 'findings', 'ops']],
  ['deployment/deployment', ['/deployment'], ['deployment', 'faults', 'findings', 'ops']],
  ['domain-setup/domain-setup', ['/domain-setup'], ['domainSetup', 'findings', 'ops']],
  ['dns-checker/dns-checker', ['/dns-checker'], ['dns', 'findings', 'ops']],
  ['audit/audit', ['/admin-audit'], ['audit', 'forms']],
  ['trash/trash', ['/admin-trash'], ['trash']],
  ['dead-letters/dead-letters', ['/admin-dead-letters'], ['deadLetters', 'ops']],
  [
    'admin-pricing/pricing',
    ['/admin-pricing'],
    ['billing', 'checkout', 'admin', 'faults', 'imageHealth'],
  ],
  ['orders/orders', ['/admin-orders'], ['billing', 'checkout', 'receipts', 'accessCode']],
  ['transfer/transfer', ['/admin-transfer'], ['transfer', 'faults', 'forms', 'ops']],
  ['admin-backup/backup', ['/admin-backup'], ['backup', 'imageHealth', 'ops']],
  ['admin-images/images', ['/admin-images'], ['imageHealth']],
  ['people/people', ['/admin-people'], ['people', 'faults', 'forms']],
  ['sessions/sessions', ['/admin-sessions'], ['sessions']],
  ['second-factor/second-factor', ['/admin-second-step'], ['factors', 'people']],
  ['colors/colors', ['/admin-colors'], ['colors', 'faults', 'forms', 'vocabulary']],
  ['legal/legal-editor', ['/admin-legal'], ['legal', 'faults', 'forms']],
] as const satisfies readonly (readonly [string, readonly string[], readonly Namespace[]])[];

/** The end of the name of a screen's file. */
export const fileOf = (page: string): string => page.replace('/', '/routes/') + '-page.tsx';
