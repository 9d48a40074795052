import { buyHour } from '../pages/checkout.ts';
import { longDate } from '../pages/dates.ts';
import { beginNote, noteForm } from '../pages/notes.ts';
import { openDisease, viewDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown, trimmedTexts } from '../support/expect.ts';
import { expect, inBothLanguages, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey(
  'notes: added, newest first; a blank one is refused',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t }) => {
    const { disease, treatment } = await api.treated();
    await api.note(treatment.id, 'First note', 'Written before');
    await openDisease(visitor, disease, 'notes');
    await page.getByRole('button', { name: t('entries:note.add') }).click();
    const form = page.getByRole('form', { name: t('entries:note.add') });
    const content = form.getByRole('textbox', { name: t('entries:note.content') });
    await form.getByRole('textbox', { name: t('entries:note.title') }).fill('Second note');
    await content.fill('   ');
    await form.getByRole('button', { name: t('entries:note.save') }).click();
    await shown(form.getByText(t('faults:NOTE_EMPTY'), { exact: true }));
    expect(await content.inputValue(), 'what was typed').toEqual('   ');
    await becomes(() => content.evaluate((it) => it === document.activeElement), true, 'focus');

    await content.fill('Slept better\nthan before');
    await form.getByRole('button', { name: t('entries:note.save') }).click();
    await toastSays(page, t('entries:note.saved'));
    await gone(form);
    const titles = page.getByRole('tabpanel').getByRole('heading', { level: 3 });
    await becomes(() => trimmedTexts(titles), ['Second note', 'First note'], 'notes from the top');
  },
);

inBothLanguages(
  'notes: written in both languages, read in the chosen one',
  admin,
  async ({ visitor, page, api, t, language, openVisitor }) => {
    const { disease } = await api.treated();
    await openDisease(visitor, disease, 'notes');
    await page.getByRole('button', { name: t('entries:note.add') }).click();
    const form = page.getByRole('form', { name: t('entries:note.add') });
    await form.getByRole('textbox', { name: t('entries:note.content') }).fill('Slept better');
    await form.getByText(t('forms:kannada.title')).click();
    const kannada = form.getByLabel(t('forms:kannada.label', { label: t('entries:note.content') }));
    await kannada.fill('ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ');
    await page.reload();
    await becomes(() => kannada.inputValue(), 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ', 'the draft');
    await form.getByRole('button', { name: t('entries:note.save') }).click();
    await toastSays(page, t('entries:note.saved'));

    const texts = { en: 'Slept better', kn: 'ನಿದ್ದೆ ಚೆನ್ನಾಗಿದೆ' };
    const other = language === 'en' ? 'kn' : 'en';
    const reader = await openVisitor({ as: 'admin', language: other });
    await openDisease(reader, disease, 'notes');
    for (const [view, shownIn] of [
      [visitor, language],
      [reader, other],
    ] as const) {
      const note = view.page.getByRole('tabpanel').getByRole('listitem');
      await shown(note.getByText(texts[shownIn], { exact: true }));
      expect(await note.locator(`p[lang=${shownIn}]`).count(), 'texts of the note').toEqual(1);
      expect(await note.locator('p').count(), 'texts in all').toEqual(1);
    }
  },
);

journey('notes: deleted, and the deletion undone', admin, async ({ visitor, page, api, t }) => {
  const { disease, treatment } = await api.treated();
  await api.note(treatment.id, 'To be deleted', 'and brought back');
  await openDisease(visitor, disease, 'notes');
  const note = page.getByRole('tabpanel').getByText('and brought back');
  await shown(note);
  await page
    .getByRole('button', { name: t('entries:entry.delete', { name: 'To be deleted' }) })
    .click();
  const toast = await holdToast(page, t('entries:entry.deleted'));
  await gone(note);
  await toast.getByRole('button', { name: t('common:action.undo') }).click();
  await shown(note);
});

journey(
  "history: added, newest first; errors in the specification's words",
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t, language }) => {
    const { disease, treatment } = await api.treated();
    await api.history(treatment.id, {
      date: '2026-01-05',
      patientName: 'Earlier Patient',
      treatmentDescription: 'Given before',
      outcome: 'Ongoing',
      practitioner: 'Earlier Practitioner',
    });
    await openDisease(visitor, disease, 'history');
    await page.getByRole('button', { name: t('entries:history.add') }).click();
    const form = page.getByRole('form', { name: t('entries:history.add') });
    const outcome = form.getByRole('combobox', { name: t('entries:history.outcome') });
    expect(await outcome.inputValue(), 'outcome at first').toEqual('Improved');
    const offered = await outcome
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    expect(offered, 'outcomes on offer').toEqual(['Improved', 'No Change', 'Worsened', 'Resolved']);
    const today = await page.evaluate(() => {
      const [day, month, year] = new Date().toLocaleDateString('en-GB').split('/');
      return `${year}-${month}-${day}`;
    });
    expect(await form.getByLabel(t('entries:history.date')).inputValue(), 'date at first').toEqual(
      today,
    );

    await form.getByRole('button', { name: t('entries:history.save') }).click();
    await shown(
      form.getByText(t('faults:HISTORY_TREATMENT_EMPTY'), { exact: true }),
      form.getByText(t('faults:HISTORY_PRACTITIONER_EMPTY'), { exact: true }),
      form.getByText(t('faults:HISTORY_PATIENT_EMPTY'), { exact: true }),
    );
    await form.getByLabel(t('entries:history.patientName')).fill('Newer Patient');
    await form.getByLabel(t('entries:history.practitionerName')).fill('Newer Practitioner');
    await form.getByLabel(t('entries:history.description')).fill('Given today');
    await outcome.selectOption('Resolved');
    await form.getByRole('button', { name: t('entries:history.save') }).click();
    await toastSays(page, t('entries:history.saved'));

    const items = page.getByRole('tabpanel').getByRole('listitem');
    await becomes(() => items.count(), 2, 'entries');
    await shown(
      items.nth(0).getByText(longDate(today, language), { exact: true }),
      items.nth(0).getByText('Newer Patient'),
      items.nth(0).getByText(t('vocabulary:outcome.Resolved'), { exact: true }),
      items.nth(1).getByText(longDate('2026-01-05', language), { exact: true }),
      items.nth(1).getByText('Earlier Practitioner'),
    );
  },
);

journey('entries: the words of the specification', admin, async ({ visitor, page, api }) => {
  const { disease } = await api.treated();
  await openDisease(visitor, disease, 'notes');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('button', { name: 'Save note' }).click();
  await shown(page.getByText('Note cannot be empty', { exact: true }));
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('button', { name: 'Save entry' }).click();
  await shown(
    page.getByText('Treatment description cannot be empty', { exact: true }),
    page.getByText('Practitioner name cannot be empty', { exact: true }),
    page.getByText('Patient name cannot be empty', { exact: true }),
  );
});

journey(
  'history: deleted, and the deletion undone',
  admin,
  async ({ visitor, page, api, t, language }) => {
    const { disease, treatment } = await api.treated();
    await api.history(treatment.id, {
      date: '2026-02-03',
      patientName: 'Test Patient',
      treatmentDescription: 'Violet light',
      outcome: 'Improved',
      practitioner: 'Test Practitioner',
    });
    await openDisease(visitor, disease, 'history');
    const entry = page.getByRole('tabpanel').getByText('Violet light');
    const name = longDate('2026-02-03', language);
    await page.getByRole('button', { name: t('entries:entry.delete', { name }) }).click();
    const toast = await holdToast(page, t('entries:entry.deleted'));
    await gone(entry);
    await toast.getByRole('button', { name: t('common:action.undo') }).click();
    await shown(entry);
  },
);

journey('entries: drafts survive a reload', admin, async ({ visitor, page, api, t }) => {
  const { disease } = await api.treated();
  await openDisease(visitor, disease, 'notes');
  await page.getByRole('button', { name: t('entries:note.add') }).click();
  const content = page.getByRole('textbox', { name: t('entries:note.content') });
  await content.fill('Half a thought');
  await page.reload();
  await becomes(() => content.inputValue(), 'Half a thought', 'note after the reload');

  await page.getByRole('tab', { name: t('registry:tab.history') }).click();
  await page.getByRole('button', { name: t('entries:history.add') }).click();
  const patient = page.getByLabel(t('entries:history.patientName'));
  await patient.fill('Half a name');
  await page.reload();
  await becomes(() => patient.inputValue(), 'Half a name', 'patient after the reload');
});

journey(
  'notes: of a pass holder, shown to all readers once they are published',
  { ...admin, language: 'kn' },
  async ({ visitor, page, api, t, openVisitor }) => {
    const { disease } = await api.treated();
    const text = 'Slept better';
    const [author, reader] = [await openVisitor(), await openVisitor()];
    for (const buyer of [author, reader]) {
      await buyHour(buyer);
      await viewDisease(buyer, disease, 'notes');
    }
    await beginNote(author, text);
    await shown(author.page.getByText(author.t('entries:entry.audience')));
    await noteForm(author).save.click();
    await shown(
      author.page.getByText(text, { exact: true }),
      author.page.getByText(author.t('entries:entry.onlyYours')),
    );

    await page.setViewportSize({ width: 320, height: 700 });
    await openDisease(visitor, disease, 'notes');
    const mark = page.getByText(t('entries:entry.onlyTheirs'), { exact: true });
    await shown(mark);
    const name = 'New Note';
    await page.getByRole('button', { name: t('entries:entry.publishNamed', { name }) }).focus();
    await page.keyboard.press('Enter');
    const toast = await holdToast(page, t('entries:entry.published'));
    await gone(mark);
    const none = reader.page.getByText(reader.t('entries:note.none'));
    const seen = reader.page.getByText(text, { exact: true });
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
