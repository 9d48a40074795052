import { openDisease, registry } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey(
  'treatment: added to a disease without one',
  admin,
  async ({ visitor, page, api, t, watch, language }) => {
    watch.allow(404, '/api/treatments/disease/');
    const disease = await api.disease();
    await openDisease(visitor, disease);
    const first = page.getByText(t('registry:treatment.addFirst'), { exact: true });
    for (const tab of ['notes', 'history'] as const) {
      await registry(visitor).tab(tab).click();
      await shown(first);
    }
    await registry(visitor).tab('treatment').click();
    await page.getByRole('link', { name: t('registry:treatment.add') }).click();
    await page.waitForURL(`**/app/add-treatment/${disease.id}`);
    const name = language === 'kn' ? disease.nameKn : disease.nameEn;
    await shown(page.getByText(t('forms:treatment.for', { name }), { exact: true }));

    await page.getByLabel(t('forms:treatment.descriptionEn')).fill('Blue light on the feet.');
    await page.getByLabel(t('forms:treatment.descriptionKn')).fill('ಪಾದಗಳ ಮೇಲೆ ನೀಲಿ ಬೆಳಕು.');
    await page.getByRole('button', { name: t('common:action.save'), exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    const toast = await holdToast(page, t('forms:treatment.created'));
    await toast.getByRole('button', { name: t('forms:treatment.show') }).click();
    await shown(page.getByText('Blue light on the feet.'), page.getByText('ಪಾದಗಳ ಮೇಲೆ ನೀಲಿ ಬೆಳಕು.'));
  },
);

journey('treatment: Translate', { ...admin, language: 'kn' }, async ({ page, api, t, watch }) => {
  watch.allow(501, '/api/translate');
  watch.allow(404, '/api/treatments/disease/');
  const disease = await api.disease();
  await page.goto(`/app/add-treatment/${disease.id}`);
  const kannada = page.getByLabel(t('forms:treatment.descriptionKn'));
  const translate = page.getByRole('button', { name: t('forms:translate.action') });
  await translate.click();
  await toastSays(page, t('forms:translate.englishFirst'));
  expect(await kannada.inputValue(), 'Kannada text').toEqual('');

  const english = page.getByLabel(t('forms:treatment.descriptionEn'));
  await english.fill('For pain and fever, with a headache.');
  await translate.click();
  const offer = page
    .getByRole('status')
    .filter({ hasText: t('errors:TRANSLATION_NOT_CONFIGURED') });
  await shown(offer);
  const terms = ['ನೋವು', 'ಜ್ವರ', 'ತಲೆನೋವು'];
  for (const term of terms) await shown(offer.getByRole('button').getByText(term, { exact: true }));
  expect(await kannada.inputValue(), 'Kannada text before a term is chosen').toEqual('');
  await offer.getByRole('button', { name: 'ಜ್ವರ' }).click();
  await becomes(() => kannada.inputValue(), 'ಜ್ವರ', 'Kannada text');
});

journey(
  'treatment: the words of the specification',
  admin,
  async ({ visitor, page, api, watch }) => {
    watch.allow(404, '/api/treatments/disease/');
    const disease = await api.disease();
    await openDisease(visitor, disease, 'notes');
    await shown(page.getByText('Add a treatment first...', { exact: true }));
    await page.getByRole('tab', { name: 'Treatment' }).click();
    await page.getByRole('link', { name: 'Add Treatment Details' }).click();
    await shown(page.getByText(`For: ${disease.nameEn}`, { exact: true }));
    await page.getByRole('button', { name: 'Translate' }).click();
    await toastSays(page, 'Please enter English description first');
  },
);

journey('treatment: an id that is none, or of no disease', admin, async ({ page, t, watch }) => {
  watch.allow(404, '/api/diseases/');
  for (const id of ['/nonsense', '/123', '', '/0123456789abcdef01234567']) {
    await page.goto(`/app/add-treatment${id}`);
    await shown(page.getByText(t('registry:treatment.invalidId'), { exact: true }));
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: t('forms:treatment.home') })
    .click();
  await page.waitForURL((url) => url.pathname === '/');
});

journey(
  'treatment: a second one is refused, with the way to the first',
  admin,
  async ({ page, api, t, watch }) => {
    watch.allow(409, '/api/treatments');
    const { disease } = await api.treated();
    await page.goto(`/app/add-treatment/${disease.id}`);
    await page.getByLabel(t('forms:treatment.descriptionEn')).fill('Another one');
    await page.getByRole('button', { name: t('common:action.save'), exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: t('forms:treatment.exists') });
    await shown(alert);
    await alert.getByRole('link', { name: t('forms:treatment.show') }).click();
    await shown(page.getByText('Green light in a quiet room.'));
  },
);

journey(
  'treatment: descriptions edited in place',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t }) => {
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    await page.getByRole('button', { name: t('registry:treatment.editDescription') }).click();
    const english = page.getByLabel(t('forms:treatment.descriptionEn'));
    await english.fill('Green light, twice a day.');
    await page.getByRole('button', { name: t('common:action.save'), exact: true }).click();
    await toastSays(page, t('forms:treatment.saved'));
    await gone(english);
    await shown(
      page.getByText('Green light, twice a day.'),
      page.getByText(t('registry:treatment.outdated'), { exact: true }),
    );
    await page.getByRole('button', { name: t('forms:treatment.review') }).click();
    await toastSays(page, t('forms:treatment.reviewed'));
    await gone(page.getByText(t('registry:treatment.outdated'), { exact: true }));
  },
);
