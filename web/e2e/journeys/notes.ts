import { longDate } from '../pages/dates.ts';
import { openDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown, trimmedTexts } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';

journey(
  'notes: written, read, deleted and brought back',
  { as: 'admin' },
  async ({ visitor, page, api, t, language }) => {
    const { disease, treatment } = await api.treated();
    await api.note(treatment.id, 'First note', 'Written before');
    await openDisease(visitor, disease, 'notes');
    await page.getByRole('button', { name: t('entries:note.add') }).click();
    const form = page.getByRole('form', { name: t('entries:note.add') });
    const content = form.getByRole('textbox', { name: t('entries:note.content') });
    const save = form.getByRole('button', { name: t('entries:note.save') });
    await form.getByRole('textbox', { name: t('entries:note.title') }).fill('Second note');

    await content.fill('Slept better\nthan before');
    await save.click();
    await toastSays(page, t('entries:note.saved'));
    await gone(form);
    const titles = page.getByRole('tabpanel').getByRole('heading', { level: 3 });
    await becomes(() => trimmedTexts(titles), ['Second note', 'First note'], 'newest first');

    const note = page.getByRole('tabpanel').getByRole('listitem').first();
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await shown(
      note.getByText(/^Slept better/),
      note.getByText(longDate(today, language), { exact: true }),
    );

    const name = t('entries:entry.delete', { name: 'First note' });
    await page.getByRole('button', { name }).click();
    const toast = await holdToast(page, t('entries:entry.deleted'));
    await becomes(() => trimmedTexts(titles), ['Second note'], 'notes after deleting one');
    await toast.getByRole('button', { name: t('common:action.undo') }).click();
    await becomes(() => trimmedTexts(titles), ['Second note', 'First note'], 'notes after Undo');
  },
);
