import { openDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, shown, trimmedTexts } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';

journey(
  'protocols: added, put in order, removed, saved',
  { as: 'admin' },
  async ({ visitor, page, api, t }) => {
    const { disease, treatment } = await api.treated();
    await api.protocols(treatment.id, [
      { color: 'red', applicationArea: 'Feet', duration: '5 minutes', frequency: 'Daily' },
      { color: 'blue', applicationArea: 'Hands', duration: '6 minutes', frequency: 'Weekly' },
    ]);
    await openDisease(visitor, disease);
    await page.getByRole('button', { name: t('registry:protocol.edit') }).click();
    const rows = page
      .getByRole('group')
      .filter({ has: page.getByLabel(t('registry:protocol.area')) });
    const named = (number: number) => t('forms:protocol.numbered', { number });
    await page.getByRole('button', { name: t('forms:protocol.add') }).click();
    const third = rows.filter({ hasText: named(3) });
    const save = page.getByRole('button', { name: t('common:action.save'), exact: true });
    await third.getByLabel(t('registry:protocol.color')).selectOption('green');
    await third.getByLabel(t('registry:protocol.area')).fill('Back');
    await third.getByLabel(t('registry:protocol.duration')).fill('7 minutes');
    await third.getByLabel(t('registry:protocol.frequency')).fill('Monthly');
    await page.getByRole('button', { name: t('forms:protocol.up', { name: named(3) }) }).click();
    await page
      .getByRole('button', { name: t('forms:protocol.remove', { name: named(1) }) })
      .click();
    await becomes(() => rows.count(), 2, 'protocols in the editor');
    await save.click();
    await toastSays(page, t('forms:protocol.saved'));

    const area = page.getByRole('table').getByRole('row').locator('td:nth-child(2)');
    await becomes(() => trimmedTexts(area), ['Back', 'Hands'], 'protocols from the top');
    await page.reload();
    await becomes(() => trimmedTexts(area), ['Back', 'Hands'], 'protocols after a reload');
    await shown(page.getByRole('cell', { name: t('vocabulary:color.green'), exact: true }));
  },
);
