import { openDisease, registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

journey(
  'treatment: added with words of the glossary, a second one refused, edited in place',
  { as: 'admin' },
  async ({ visitor, page, api, t, watch, language }) => {
    watch.allow(404, '/api/treatments/disease/');
    watch.allow(501, '/api/translate');
    watch.allow(409, '/api/treatments');
    const disease = await api.disease();
    await openDisease(visitor, disease, 'notes');
    const first = page.getByText(t('registry:treatment.addFirst'), { exact: true });
    await shown(first);
    await registry(visitor).tab('history').click();
    await shown(first);
    await registry(visitor).tab('treatment').click();
    await page.getByRole('link', { name: t('registry:treatment.add') }).click();
    await page.waitForURL(`**/app/add-treatment/${disease.id}`);
    const name = language === 'kn' ? disease.nameKn : disease.nameEn;
    await shown(page.getByText(t('forms:treatment.for', { name }), { exact: true }));

    const english = page.getByLabel(t('forms:treatment.descriptionEn'));
    const kannada = page.getByLabel(t('forms:treatment.descriptionKn'));
    const save = page.getByRole('button', { name: t('common:action.save'), exact: true });
    const translate = page.getByRole('button', { name: t('forms:translate.action') });
    await translate.click();
    await toastSays(page, t('forms:translate.englishFirst'));
    await english.fill('For pain and fever, with a headache.');
    await translate.click();
    const offer = page
      .getByRole('status')
      .filter({ hasText: t('errors:TRANSLATION_NOT_CONFIGURED') });
    for (const term of ['ನೋವು', 'ಜ್ವರ', 'ತಲೆನೋವು'])
      await shown(offer.getByRole('button').getByText(term, { exact: true }));
    expect(await kannada.inputValue(), 'Kannada text before a term is chosen').toEqual('');
    await offer.getByRole('button', { name: 'ಜ್ವರ' }).click();
    await becomes(() => kannada.inputValue(), 'ಜ್ವರ', 'Kannada text');
    await save.click();
    await toastSays(page, t('forms:treatment.created'));
    await page.waitForURL((url) => url.pathname === '/');
    await page.reload();
    await page.getByRole('link', { name: t('landing:saved.open') }).click();
    await shown(page.getByText('For pain and fever, with a headache.'), page.getByText('ಜ್ವರ'));

    await page.goto(`/app/add-treatment/${disease.id}`);
    await english.fill('Another one');
    await save.click();
    const alert = page.getByRole('alert').filter({ hasText: t('forms:treatment.exists') });
    await alert.getByRole('link', { name: t('forms:treatment.show') }).click();
    await page.getByRole('button', { name: t('registry:treatment.editDescription') }).click();
    await english.fill('Green light, twice a day.');
    await save.click();
    await toastSays(page, t('forms:treatment.saved'));
    await gone(english);
    await shown(page.getByText('Green light, twice a day.'));
  },
);
