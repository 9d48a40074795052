import { pricing } from '../pages/pricing.ts';
import { button, type Screen } from './screen.ts';

/** What only administrators look after. */
export const adminScreens: readonly Screen[] = [
  {
    name: 'trash',
    path: '/admin-trash',
    ready: ({ page }) => page.locator('main li'),
  },
  {
    name: 'audit trail',
    path: '/admin-audit',
    then: ({ page }) => page.locator('main summary').first().click(),
    ready: ({ page }) => page.locator('main details[open]'),
  },
  {
    name: 'dead letters',
    path: '/admin-dead-letters',
    ready: ({ page }) => page.getByRole('tabpanel').locator('li, p'),
  },
  {
    name: 'operations',
    path: '/admin-operations',
    ready: ({ page, t }) => page.getByRole('heading', { name: t('operations:process.title') }),
  },
  {
    name: 'deployment',
    path: '/deployment',
    ready: ({ page, t }) => page.getByRole('heading', { name: t('deployment:releases.title') }),
  },
  {
    name: 'DNS checker',
    path: '/dns-checker',
    then: (view) => button(view, view.t('dns:check')).click(),
    ready: ({ page, t }) => page.getByRole('heading', { name: t('dns:record.title') }),
  },
  ...(['overview', 'dns', 'provider', 'verify'] as const).map((tab): Screen => ({
    name: `domain setup, ${tab}`,
    path: `/domain-setup?tab=${tab}`,
    ready: ({ page, t }) => page.getByRole('tabpanel', { name: t(`domainSetup:tabs.${tab}`) }),
  })),
  {
    name: 'pricing',
    path: '/admin-pricing',
    then: (view) => pricing(view).save.waitFor(),
    ready: ({ page }) => page.getByRole('textbox'),
  },
  {
    name: 'public pages',
    path: '/admin-legal',
    ready: (view) => button(view, view.t('legal:edit.preview')),
  },
  { name: 'orders', path: '/admin-orders', ready: ({ page }) => page.locator('main li, main p') },
  {
    name: 'export and import',
    path: '/admin-transfer',
    ready: (view) => button(view, view.t('transfer:import.choose')),
  },
  { name: 'people', path: '/admin-people', ready: ({ page }) => page.locator('main li') },
  {
    name: 'logged-in devices',
    path: '/admin-sessions',
    ready: ({ page }) => page.locator('main li'),
  },
  {
    name: 'second step',
    path: '/admin-second-step',
    then: (view) => button(view, view.t('factors:app.start')).click(),
    ready: ({ page, t }) => page.getByRole('img', { name: t('factors:app.qrCode') }),
  },
  {
    name: 'colors',
    path: '/admin-colors',
    ready: (view) => button(view, view.t('colors:form.action')),
  },
];
