import { longDate } from '../pages/dates.ts';
import { beginNote, noteForm } from '../pages/notes.ts';
import { openDisease, viewDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown, trimmedTexts } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

journey(
  'notes: written in both languages, read in the chosen one, deleted and brought back',
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
    await form.getByText(t('forms:kannada.title')).click();
    const kannada = form.getByLabel(t('forms:kannada.label', { label: t('entries:note.content') }));
    await kannada.fill('ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ');
    await page.reload();
    await becomes(() => kannada.inputValue(), 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ', 'the draft');
    await save.click();
    await toastSays(page, t('entries:note.saved'));
    await gone(form);
    const titles = page.getByRole('tabpanel').getByRole('heading', { level: 3 });
    await becomes(() => trimmedTexts(titles), ['Second note', 'First note'], 'newest first');

    const note = page.getByRole('tabpanel').getByRole('listitem').first();
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await shown(
      note.getByText({ en: /^Slept better/, kn: 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ' }[language]),
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

journey(
  'notes: of a pass holder, shown to all readers once they are published',
  { as: 'admin', viewport: { width: 320, height: 700 } },
  async ({ visitor, page, api, t, openVisitor }) => {
    const { disease } = await api.treated();
    const text = 'Slept better';
    const [author, reader] = [await openVisitor({ as: 'pass' }), await openVisitor({ as: 'pass' })];
    await viewDisease(author, disease, 'notes');
    await viewDisease(reader, disease, 'notes');
    await beginNote(author, text);
    await shown(author.page.getByText(t('entries:entry.audience')));
    await noteForm(author).save.click();
    await shown(
      author.page.getByText(text, { exact: true }),
      author.page.getByText(t('entries:entry.onlyYours')),
    );

    await openDisease(visitor, disease, 'notes');
    const mark = page.getByText(t('entries:entry.onlyTheirs'), { exact: true });
    await shown(mark);
    const name = t('entries:entry.publishNamed', { name: 'New Note' });
    await page.getByRole('button', { name }).press('Enter');
    const toast = await holdToast(page, t('entries:entry.published'));
    await gone(mark);
    const seen = reader.page.getByText(text, { exact: true });
    const none = reader.page.getByText(t('entries:note.none'));
    await reader.page.reload();
    await shown(seen);
    expect(await none.count(), 'says that there are no notes').toEqual(0);

    await toast.getByRole('button', { name: t('common:action.undo') }).click();
    await shown(mark);
    await reader.page.reload();
    await shown(none);
    expect(await seen.count(), 'notes that were taken back').toEqual(0);
  },
);
