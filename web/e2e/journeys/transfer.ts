import { shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { uniqueName } from '../support/test-data.ts';

journey(
  'import: a file is previewed, run and undone',
  { as: 'admin' },
  async ({ page, api, t }) => {
    await page.goto('/admin-transfer');
    const nameEn = uniqueName();
    const row = { nameEn, nameKn: `ಪರೀಕ್ಷೆ ${nameEn}`, category: 'Skin', notes: '=1+1' };
    const rows = [row, { ...row, nameEn: `${nameEn} B`, category: 'Fire' }];
    const lines = [Object.keys(row), ...rows.map(Object.values)].map((cells) => cells.join(','));
    const buffer = Buffer.from(lines.join('\r\n'));
    const file = { name: `${nameEn}.csv`, mimeType: 'text/csv', buffer };
    await page.getByTestId('import-file').setInputFiles(file);

    const card = page.getByRole('region', { name: file.name });
    await shown(card.getByText(t('transfer:status.checked'), { exact: true }));
    const refused = card.getByRole('listitem').filter({ hasText: t('transfer:line', { line: 3 }) });
    await shown(
      refused.getByText(t('faults:NOT_ALLOWED')),
      card.getByText(row.nameKn, { exact: true }),
    );
    expect(await api.find(nameEn), 'diseases before the run').toEqual([]);

    await card.getByRole('button', { name: t('transfer:action.run', { count: 1 }) }).click();
    await shown(card.getByText(t('transfer:status.completed'), { exact: true }));
    const found = await api.find(nameEn);
    for (const { id } of found) api.deleteAtEnd(id);
    expect(found, 'diseases after the run').toMatchObject([{ nameEn, notes: '=1+1' }]);
    const undo = { name: t('transfer:action.undo') };
    await card.getByRole('button', undo).click();
    await page.getByRole('alertdialog').getByRole('button', undo).click();
    await shown(card.getByText(t('transfer:status.undone'), { exact: true }));
    expect(await api.find(nameEn), 'diseases after the undoing').toEqual([]);
  },
);
