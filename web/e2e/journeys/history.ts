import { longDate } from '../pages/dates.ts';
import { openDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

// West of Greenwich, where a day that is read as a moment would be the day before.
const zone = 'America/Los_Angeles';

journey(
  'history: an entry and its place',
  { as: 'admin', timezoneId: zone },
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
    const save = form.getByRole('button', { name: t('entries:history.save') });
    expect(await outcome.inputValue(), 'outcome at first').toEqual('Improved');
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    const date = form.getByLabel(t('entries:history.date'));
    expect(await date.inputValue(), 'date at first').toEqual(today);

    await form.getByLabel(t('entries:history.patientName')).fill('Newer Patient');
    await form.getByLabel(t('entries:history.practitionerName')).fill('Newer Practitioner');
    await form.getByLabel(t('entries:history.description')).fill('Given today');
    await outcome.selectOption('Resolved');
    await save.click();
    await toastSays(page, t('entries:history.saved'));

    const items = page.getByRole('tabpanel').getByRole('listitem');
    await becomes(() => items.count(), 2, 'entries');
    const earlier = longDate('2026-01-05', language);
    await shown(
      items.nth(0).getByText(longDate(today, language), { exact: true }),
      items.nth(0).getByText('Newer Patient'),
      items.nth(0).getByText(t('vocabulary:outcome.Resolved'), { exact: true }),
      items.nth(1).getByText(earlier, { exact: true }),
      items.nth(1).getByText('Earlier Practitioner'),
    );
  },
);
