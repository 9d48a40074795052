import { imageManager, pictureLoads } from '../pages/images.ts';
import { registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { png, uniqueName } from '../support/test-data.ts';

/** The parts of the form that creates and edits a disease. */
const diseaseForm = ({ page, t }: Pick<Visitor, 'page' | 't'>) => ({
  nameEn: page.getByRole('textbox', { name: t('forms:diseaseField.nameEn') }),
  nameKn: page.getByRole('textbox', { name: t('forms:diseaseField.nameKn') }),
  category: page.getByRole('combobox', { name: t('forms:diseaseField.category') }),
  notes: page.getByRole('textbox', { name: t('forms:diseaseField.notes') }),
  save: page.getByRole('button', { name: t('common:action.save'), exact: true }),
});

// New Entry, the category, the protocol, the photo, Save; without the system's own chooser and typing.
journey(
  'disease: added by five clicks with treatment, protocol and photo, with a draft over a reload',
  { as: 'admin' },
  async ({ visitor, page, api, t, language, watch }) => {
    watch.allow(404, '/api/treatments/disease/');
    const form = diseaseForm(visitor);
    const nameEn = uniqueName();
    const nameKn = 'ಪರೀಕ್ಷೆಯ ರೋಗ';
    await page.goto('/app');
    await page.getByRole('button', { name: t('common:header.newEntry') }).click();
    await page.waitForURL('**/app/add-disease');

    await form.nameEn.fill(nameEn);
    await form.category.selectOption('Autoimmune');
    await page.reload();
    await shown(page.getByText(t('common:state.draftKept')));
    expect(await form.nameEn.inputValue(), 'name after the reload').toEqual(nameEn);
    expect(await form.category.inputValue(), 'category after it').toEqual('Autoimmune');
    await form.nameKn.fill(nameKn);
    await form.notes.fill('Seen in the browser tests');
    await page.getByLabel(t('forms:treatment.descriptionEn')).fill('Green light at noon');
    await page.getByRole('button', { name: t('forms:protocol.add') }).click();
    for (const name of ['area', 'duration', 'frequency'] as const)
      await page.getByLabel(t(`registry:protocol.${name}`), { exact: true }).fill('Ten minutes');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('images:photos.add') }).click();
    await (await chooser).setFiles({ name: 'left_arm.png', mimeType: 'image/png', buffer: png() });
    await form.save.click();
    await page.waitForURL((url) => url.pathname === '/app');
    api.deleteAtEnd(new URL(page.url()).searchParams.get('disease') ?? '');
    await toastSays(page, t('forms:form.created'), language === 'kn' ? nameKn : nameEn);
    const { search, row, detail, selected } = registry(visitor);
    await expect(selected.filter({ hasText: nameEn })).toBeInViewport();
    const shownDetail = detail(nameEn);
    await shown(
      shownDetail.getByText('Seen in the browser tests'),
      shownDetail.getByText('Green light at noon'),
      shownDetail.getByText('Ten minutes'),
    );
    await pictureLoads(imageManager(visitor).picture('left arm'));
    await search.fill(nameEn);
    await shown(row(nameEn).getByText(nameKn));
  },
);

journey(
  'disease: deleted after a question, brought back by Undo, and from the trash',
  { as: 'admin' },
  async ({ visitor, page, api, t, language }) => {
    const { disease } = await api.treated();
    const { nameEn, nameKn } = disease;
    const name = language === 'kn' ? nameKn : nameEn;
    const { row, detail, search } = registry(visitor);
    const remaining = async () => (await api.find(nameEn)).length;
    const question = page.getByRole('alertdialog', { name: t('forms:delete.question') });
    const ask = page.getByRole('article').getByRole('button', { name: t('common:action.delete') });
    const remove = async () => {
      await ask.first().click();
      await question.getByRole('button', { name: t('common:action.delete'), exact: true }).click();
      return toastSays(page, t('forms:delete.done'), name);
    };
    await page.goto(`/app?search=${encodeURIComponent(nameEn)}`);

    const toast = await remove();
    await toast.hover();
    await gone(row(nameEn));
    await gone(detail(nameEn));
    expect(await search.inputValue(), 'search after deleting').toEqual(nameEn);
    expect(await remaining(), 'diseases after deleting').toEqual(0);
    await toast.getByRole('button', { name: t('common:action.undo') }).click();
    await shown(row(nameEn), detail(nameEn).getByText('Green light in a quiet room.'));

    await remove();
    await moveTo(page, '/admin-trash');
    const entry = page.getByRole('listitem').filter({ hasText: name });
    await entry.getByRole('button', { name: t('trash:restoreNamed', { name }) }).click();
    await toastSays(page, t('trash:restored'));
    await becomes(() => entry.count(), 0, 'entries of the trash');
    expect(await remaining(), 'diseases in the end').toEqual(1);
  },
);
