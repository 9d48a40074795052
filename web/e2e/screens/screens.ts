import { openMenu, openPasswordDialog } from '../pages/account-menu.ts';
import { buyHour, checkout, unknownCode } from '../pages/checkout.ts';
import { login } from '../pages/login.ts';
import { adminScreens } from './admin-screens.ts';
import { imageScreens } from './image-screens.ts';
import { admin, article, buyer, main, ofDisease, press, type Screen } from './screen.ts';

export const screens: readonly Screen[] = [
  { name: 'landing', path: () => '/', ready: main },
  { name: 'not found', path: () => '/no-such-page', ready: main },
  { name: 'sign-in', path: () => '/admin-login', ready: main },
  {
    name: 'sign-in with faults',
    path: () => '/admin-login',
    then: (view) => login(view).submit.click(),
    ready: ({ page, t }) => page.locator('[data-toast]').getByText(t('admin:login.missing')),
  },
  {
    name: 'hourly access',
    path: () => '/hourly-access',
    ready: (view) => checkout(view).payButton(),
  },
  {
    name: 'payment cancelled',
    path: () => '/hourly-access?order=cancelled',
    ready: ({ page, t }) => page.getByText(t('checkout:cancelled.title')),
  },
  {
    name: 'premium plans',
    path: () => '/subscribe',
    ready: (view) => checkout(view).payButton('$29.99'),
  },
  {
    name: 'professional plans',
    path: () => '/payment',
    ready: (view) => checkout(view).upiButton('₹3,999'),
  },
  {
    name: 'paid',
    path: () => '/hourly-access',
    then: (view) => buyHour(view),
    ready: (view) => checkout(view).code,
  },
  {
    name: 'my access',
    as: buyer,
    path: () => '/access',
    then: ({ page, t }) => page.getByText(t('access:receipt')).click(),
    ready: (view) => checkout(view).code,
  },
  {
    name: 'receipt',
    as: buyer,
    path: () => '/access',
    then: ({ page, t }) => page.getByRole('link', { name: t('receipts:page.open') }).click(),
    ready: ({ page }) => page.getByRole('article').getByRole('table'),
  },
  {
    name: 'restoring without a match',
    path: () => '/access',
    then: async ({ page, t }) => {
      await page.getByLabel(t('access:restore.code')).fill(unknownCode());
      await page.getByLabel(t('access:restore.email')).fill('buyer@example.com');
      await page.getByRole('button', { name: t('access:restore.submit') }).click();
    },
    ready: ({ page, t }) => page.getByText(t('access:restore.notFound')),
  },
  {
    name: 'lost access',
    path: () => '/restore',
    ready: ({ page, t }) => page.getByRole('button', { name: t('access:lost.action') }),
  },
  {
    name: 'link to lost access',
    path: () => '/restore#token',
    ready: ({ page, t }) => page.getByText(t('access:lost.moves')),
  },
  {
    name: 'no access',
    path: () => '/app',
    ready: ({ page, t }) => page.getByText(t('gate:title')),
  },
  { name: 'registry', as: admin, path: () => '/app', ready: ({ page }) => page.locator('main li') },
  {
    name: 'registry without a match',
    as: admin,
    path: () => '/app?search=qqqqqqqqqqqq',
    ready: ({ page, t }) => page.getByText(t('registry:list.none'), { exact: true }),
  },
  {
    name: 'registry with filters',
    as: admin,
    path: () => '/app?color=blue&sort=nameKn',
    ready: ({ page, t }) => page.getByLabel(t('filters:area')),
  },
  {
    name: 'viewed diseases',
    as: admin,
    path: () => '/app?list=recent',
    ready: ({ page, t }) => page.getByRole('link', { name: t('lists:name.recent') }),
  },
  {
    name: 'keyboard shortcuts',
    as: admin,
    path: () => '/app',
    then: (view) => press(view, view.t('shortcuts:title')),
    ready: ({ page, t }) => page.getByRole('dialog', { name: t('shortcuts:title') }),
  },
  {
    name: 'treatment',
    as: admin,
    path: ofDisease(''),
    ready: ({ page }) => page.getByRole('table'),
  },
  {
    name: 'treatment editors',
    as: admin,
    path: ofDisease(''),
    then: async (view) => {
      await press(view, view.t('registry:treatment.editDescription'));
      await press(view, view.t('registry:protocol.edit'));
      await view.page.getByText(view.t('forms:kannada.title')).first().click();
    },
    ready: ({ page, t }) =>
      page.getByLabel(t('forms:kannada.label', { label: t('registry:protocol.duration') })),
  },
  {
    name: 'notes',
    as: admin,
    path: ofDisease('&tab=notes'),
    then: async (view) => {
      await press(view, view.t('entries:note.add'));
      await press(view, view.t('entries:note.save'));
    },
    ready: ({ page, t }) => page.getByText(t('faults:NOTE_EMPTY'), { exact: true }),
  },
  {
    name: 'history',
    as: admin,
    path: ofDisease('&tab=history'),
    ready: ({ page }) => page.getByRole('tabpanel').getByRole('listitem'),
  },
  {
    name: 'history form',
    as: admin,
    path: ofDisease('&tab=history'),
    then: async (view) => {
      await press(view, view.t('entries:history.add'));
      await view.page.getByText(view.t('forms:kannada.title')).click();
    },
    ready: ({ page, t }) =>
      page.getByLabel(t('forms:kannada.label', { label: t('entries:history.description') })),
  },
  {
    name: 'no treatment',
    as: admin,
    path: ({ bare }) => `/app?disease=${bare}`,
    ready: ({ page, t }) => page.getByRole('link', { name: t('registry:treatment.add') }),
  },
  {
    name: 'question before deleting',
    as: admin,
    path: ({ bare }) => `/app?disease=${bare}`,
    then: (view) =>
      article(view)
        .getByRole('button', { name: view.t('common:action.delete') })
        .click(),
    ready: ({ page }) => page.getByRole('alertdialog'),
  },
  {
    name: 'new disease',
    as: admin,
    path: () => '/app/add-disease',
    then: (view) => press(view, view.t('common:action.save')),
    ready: ({ page, t }) => page.getByText(t('faults:REQUIRED'), { exact: true }),
  },
  {
    name: 'edit disease',
    as: admin,
    path: ({ full }) => `/app/add-disease?edit=${full}`,
    ready: ({ page, t }) => page.getByRole('textbox', { name: t('forms:diseaseField.nameKn') }),
  },
  {
    name: 'edit of what is no disease',
    as: admin,
    path: () => '/app/add-disease?edit=..%2F..',
    ready: ({ page, t }) => page.getByText(t('forms:form.invalidId')),
  },
  {
    name: 'new treatment',
    as: admin,
    path: ({ bare }) => `/app/add-treatment/${bare}`,
    then: async (view) => {
      await view.page.getByLabel(view.t('forms:treatment.descriptionEn')).fill('Pain and fever');
      await press(view, view.t('forms:translate.action'));
    },
    ready: ({ page, t }) => page.getByText(t('errors:TRANSLATION_NOT_CONFIGURED')),
  },
  {
    name: 'treatment sheet',
    as: admin,
    path: ({ full }) => `/app/sheet/${full}`,
    ready: ({ page }) => page.getByRole('article').getByRole('table'),
  },
  {
    name: 'invalid disease',
    as: admin,
    path: () => '/app/add-treatment/none',
    ready: ({ page, t }) => page.getByText(t('registry:treatment.invalidId')),
  },
  {
    name: 'trends',
    as: admin,
    path: () => '/trends?period=6months',
    then: ({ page, t }) => page.getByText(t('trends:table')).first().click(),
    ready: ({ page }) => page.getByRole('table'),
  },
  {
    name: 'analytics',
    as: admin,
    path: () => '/analytics',
    ready: ({ page }) => page.getByRole('table'),
  },
  {
    name: 'patients',
    as: admin,
    path: () => '/patients',
    ready: ({ page }) => page.getByRole('tabpanel'),
  },
  ...adminScreens,
  ...imageScreens,
  {
    name: 'no access, for administrators',
    path: () => '/admin-pricing',
    ready: ({ page, t }) => page.getByText(t('gate:adminOnly')),
  },
  {
    name: 'registry with a pass',
    as: buyer,
    path: () => '/app',
    ready: ({ page }) => page.getByRole('banner').getByRole('timer'),
  },
  {
    name: 'five minutes before the end',
    as: buyer,
    path: () => '/no-such-page',
    then: async ({ page }) => {
      await page.clock.install();
      await page.goto('/app');
      await page.getByRole('banner').getByRole('timer').waitFor();
      await page.clock.fastForward('55:30');
    },
    ready: ({ page, t }) => page.getByText(t('gate:clock.warning')),
  },
  {
    name: 'access ended',
    path: () => '/',
    then: async ({ page }) => {
      await page.evaluate(() => {
        sessionStorage.setItem('pass:plan', 'hourly');
        sessionStorage.setItem('draft:note:0', '{}');
      });
      await page.goto('/app');
    },
    ready: ({ page, t }) => page.getByText(t('gate:draftKept')),
  },
  {
    name: 'menu',
    as: admin,
    path: () => '/admin-audit',
    then: openMenu,
    ready: ({ page }) => page.getByRole('menuitem'),
  },
  {
    name: 'change password',
    as: admin,
    path: () => '/admin-audit',
    then: openPasswordDialog,
    ready: ({ page }) => page.getByRole('dialog'),
  },
];
