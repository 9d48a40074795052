import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { indianDate } from '../pages/dates.ts';
import { openDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { uniqueName } from '../support/test-data.ts';

const readToday = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv'));

journey(
  'patients: followed up, exported, erased',
  { as: 'admin' },
  async ({ visitor, page, api, t, language }) => {
    const { disease, treatment } = await api.treated();
    const name = uniqueName();
    await api.history(treatment.id, { date: '2026-01-05', patientName: name });
    const other = { date: '2026-02-03', patientName: name, outcome: 'Resolved' } as const;
    await api.history(treatment.id, other);

    await openDisease(visitor, disease, 'history');
    await page.getByRole('tabpanel').getByRole('link', { name, exact: true }).first().click();
    await shown(page.getByRole('heading', { name, exact: true }));
    const timeline = page.getByRole('main').getByRole('listitem');
    await shown(timeline.getByText(indianDate('2026-01-05', language), { exact: true }));
    const today = await readToday(page);
    const followUp = page.getByRole('form', { name: t('patients:followUp.label') });
    await followUp.getByRole('textbox').fill(today);
    await followUp.getByRole('button', { name: t('common:action.save') }).click();
    await toastSays(page, t('patients:followUp.saved'));

    await becomes(() => timeline.count(), 2, 'entries');

    const choose = async (name: string) => {
      await page.getByRole('button', { name: t('common:page.actions') }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const download = page.waitForEvent('download');
    await choose(t('patients:export'));
    const file: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    expect(file).toMatchObject({
      patient: { name, followUpOn: today },
      history: [{ outcome: 'Resolved', patientName: name }, { patientName: name }],
    });

    await choose(t('patients:erase.open'));
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('patients:erase.open') }).click();
    await toastSays(page, t('patients:erase.done'));
    await openDisease(visitor, disease, 'history');
    await shown(page.getByRole('tabpanel').getByText(t('entries:history.erased')));
    await gone(page.getByText(name, { exact: true }));
  },
);
