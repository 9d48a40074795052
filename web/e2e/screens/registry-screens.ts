import { NAME_PREFIX } from '../support/test-data.ts';
import { openMenu, openPasswordDialog } from '../pages/account-menu.ts';
import { sections } from '../pages/navigation.ts';
import { ofDisease, press, type Screen } from './screen.ts';

/** The registry as its administrators see it. */
export const registryScreens: readonly Screen[] = [
  { name: 'registry', path: '/app', ready: ({ page }) => page.locator('main li') },
  {
    name: 'registry without a match',
    path: '/app?search=qqqqqqqqqqqq',
    ready: ({ page, t }) => page.getByText(t('registry:list.none'), { exact: true }),
  },
  {
    name: 'registry with filters',
    path: '/app?color=blue&sort=nameKn',
    ready: ({ page, t }) => page.getByLabel(t('filters:area')),
  },
  {
    name: 'viewed diseases',
    path: '/app?list=recent',
    ready: ({ page, t }) => page.getByRole('link', { name: t('lists:name.recent') }),
  },
  {
    name: 'keyboard shortcuts',
    path: '/app',
    then: (view) => press(view, view.t('shortcuts:title')),
    ready: ({ page, t }) => page.getByRole('dialog', { name: t('shortcuts:title') }),
  },
  { name: 'treatment', path: ofDisease(''), ready: ({ page }) => page.getByRole('table') },
  {
    name: 'treatment with long names',
    path: ({ long }) => `/app?disease=${long}`,
    ready: ({ page }) => page.getByRole('table'),
  },
  {
    name: 'history with long names',
    path: ({ long }) => `/app?search=${NAME_PREFIX}&disease=${long}&tab=history`,
    ready: ({ page }) => page.getByRole('tabpanel').getByRole('listitem'),
  },
  {
    name: 'patients with long names',
    path: '/patients',
    then: ({ page, t }) => page.getByLabel(t('patients:search')).fill(NAME_PREFIX),
    ready: ({ page }) => page.getByRole('tabpanel').getByText(/w{9}/),
  },
  {
    name: 'treatment editors',
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
    path: ofDisease('&tab=notes'),
    then: async (view) => {
      await press(view, view.t('entries:note.add'));
      await press(view, view.t('entries:note.save'));
    },
    ready: ({ page, t }) => page.getByText(t('faults:NOTE_EMPTY'), { exact: true }),
  },
  {
    name: 'history',
    path: ofDisease('&tab=history'),
    ready: ({ page }) => page.getByRole('tabpanel').getByRole('listitem'),
  },
  {
    name: 'history form',
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
    path: ({ bare }) => `/app?disease=${bare}`,
    ready: ({ page, t }) => page.getByRole('link', { name: t('registry:treatment.add') }),
  },
  {
    name: 'new disease',
    path: '/app/add-disease',
    then: (view) => press(view, view.t('common:action.save')),
    ready: ({ page, t }) => page.getByText(t('faults:REQUIRED'), { exact: true }),
  },
  {
    name: 'edit disease',
    path: ({ full }) => `/app/add-disease?edit=${full}`,
    ready: ({ page, t }) => page.getByRole('textbox', { name: t('forms:diseaseField.nameKn') }),
  },
  {
    name: 'edit of what is no disease',
    path: '/app/add-disease?edit=..%2F..',
    ready: ({ page, t }) => page.getByText(t('forms:form.invalidId')),
  },
  {
    name: 'new treatment',
    path: ({ bare }) => `/app/add-treatment/${bare}`,
    then: async (view) => {
      await view.page.getByLabel(view.t('forms:treatment.descriptionEn')).fill('Pain and fever');
      await press(view, view.t('forms:translate.action'));
    },
    ready: ({ page, t }) => page.getByText(t('errors:TRANSLATION_NOT_CONFIGURED')),
  },
  {
    name: 'treatment sheet',
    path: ({ full }) => `/app/sheet/${full}`,
    ready: ({ page }) => page.getByRole('article').getByRole('table'),
  },
  {
    name: 'invalid disease',
    path: '/app/add-treatment/none',
    ready: ({ page, t }) => page.getByText(t('registry:treatment.invalidId')),
  },
  {
    name: 'trends',
    path: '/trends?period=6months',
    then: ({ page, t }) => page.getByText(t('trends:table')).first().click(),
    ready: ({ page }) => page.getByRole('table'),
  },
  { name: 'analytics', path: '/analytics', ready: ({ page }) => page.getByRole('table') },
  { name: 'patients', path: '/patients', ready: ({ page }) => page.getByRole('tabpanel') },
  {
    name: 'menu',
    path: '/dns-checker',
    then: openMenu,
    ready: ({ page }) => page.getByRole('menuitem'),
  },
  {
    name: 'search for everything',
    path: '/dns-checker',
    then: async (view) => {
      const name = view.t('common:header.search');
      await press(view, name);
      await view.page.getByRole('combobox', { name }).fill('asth');
    },
    ready: ({ page }) => page.getByRole('option'),
  },
  {
    name: 'all sections on a phone',
    path: '/dns-checker',
    then: async (view) => {
      const { more } = sections(view);
      if (await more.isVisible()) await more.click();
    },
    ready: (view) => sections(view).list.getByRole('link'),
  },
  {
    name: 'change password',
    path: '/dns-checker',
    then: openPasswordDialog,
    ready: ({ page }) => page.getByRole('dialog'),
  },
];
