import { diseaseForm } from '../pages/disease-form.ts';
import { diseaseInAddress, registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { uniqueName } from '../support/test-data.ts';

const admin = { as: 'admin' } as const;

journey(
  'disease: new, with errors shown and the first one focused',
  admin,
  async ({ visitor, page, api, t, language, watch }) => {
    watch.allow(404, '/api/treatments/disease/');
    const form = diseaseForm(visitor);
    const nameEn = uniqueName();
    await page.goto('/app');
    await page.getByRole('button', { name: t('common:header.newEntry') }).click();
    await page.waitForURL('**/app/add-disease');
    await shown(page.getByRole('heading', { level: 1, name: t('forms:form.newTitle') }));

    await form.save.click();
    const fieldErrors = page.getByText(t('faults:REQUIRED'), { exact: true });
    await becomes(() => fieldErrors.count(), 2, 'field errors');
    await becomes(() => form.nameEn.evaluate((it) => it === document.activeElement), true, 'focus');
    expect(await form.nameEn.getAttribute('aria-invalid'), 'marked as wrong').toEqual('true');
    await form.nameEn.fill(nameEn);
    await form.save.click();
    await becomes(() => fieldErrors.count(), 1, 'field errors');
    await becomes(() => form.nameKn.evaluate((it) => it === document.activeElement), true, 'focus');

    await form.nameKn.fill('ಪರೀಕ್ಷೆಯ ರೋಗ');
    await form.category.selectOption('Autoimmune');
    await form.notes.fill('Seen in the browser tests');
    await form.save.click();
    await page.waitForURL((url) => url.pathname === '/app');
    api.deleteAtEnd(diseaseInAddress(page));
    const name = language === 'kn' ? 'ಪರೀಕ್ಷೆಯ ರೋಗ' : nameEn;
    await toastSays(page, t('forms:form.created'), name);
    const { search, row, detail } = registry(visitor);
    await shown(detail(nameEn).getByText('Seen in the browser tests'));
    await search.fill(nameEn);
    await shown(row(nameEn).getByText('ಪರೀಕ್ಷೆಯ ರೋಗ'));
  },
);

journey('disease: a name that is too long', admin, async ({ visitor, page }) => {
  const form = diseaseForm(visitor);
  await page.goto('/add-disease');
  await shown(page.getByRole('heading', { name: 'Add New Disease' }));
  await form.nameEn.fill('x'.repeat(201));
  await form.nameKn.fill('   ');
  await form.save.click();
  await shown(
    page.getByText('Too long (maximum length: 200)'),
    page.getByText('This field is required', { exact: true }),
  );
});

journey('disease: edit', { ...admin, language: 'kn' }, async ({ visitor, page, api, t, watch }) => {
  watch.allow(404, '/api/treatments/disease/');
  const disease = await api.disease();
  const form = diseaseForm(visitor);
  await page.goto(`/app?disease=${disease.id}`);
  await page.getByRole('link', { name: t('common:action.edit'), exact: true }).click();
  await shown(page.getByRole('heading', { level: 1, name: t('forms:form.editTitle') }));
  expect(await form.nameKn.inputValue(), 'Kannada name in the form').toEqual(disease.nameKn);
  await form.nameKn.fill('ಬದಲಾದ ಹೆಸರು');
  await form.save.click();
  await page.waitForURL((url) => url.pathname === '/app');
  await toastSays(page, t('forms:form.updated'));
  await shown(registry(visitor).detail(disease.nameEn).getByText('ಬದಲಾದ ಹೆಸರು'));
  expect((await api.find(disease.nameEn))[0]?.nameKn, 'what is stored').toEqual('ಬದಲಾದ ಹೆಸರು');
});

journey('disease: an id that is none', admin, async ({ page, t }) => {
  for (const id of ['x', '123', '..%2F..', '']) {
    await page.goto(`/app/add-disease?edit=${id}`);
    await shown(
      page.getByRole('heading', { name: 'Edit Disease' }),
      page.getByText('Invalid disease ID'),
    );
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: t('forms:form.back') })
    .click();
  await page.waitForURL('**/app');
});

journey('disease: a draft survives a reload', admin, async ({ visitor, page, t }) => {
  const form = diseaseForm(visitor);
  const nameEn = uniqueName();
  await page.goto('/app/add-disease');
  await form.nameEn.fill(nameEn);
  await form.category.selectOption('Skin');
  await page.reload();
  await shown(page.getByText(t('common:state.draftKept')));
  expect(await form.nameEn.inputValue(), 'name after the reload').toEqual(nameEn);
  expect(await form.category.inputValue(), 'category after the reload').toEqual('Skin');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('common:action.cancel') })
    .click();
  await page.waitForURL('**/app');
  await page.goto('/app/add-disease');
  expect(await form.nameEn.inputValue(), 'name after cancelling').toEqual('');
  await gone(page.getByText(t('common:state.draftKept')));
});
