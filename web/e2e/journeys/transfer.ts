import { text } from 'node:stream/consumers';
import { shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';
import { uniqueName } from '../support/test-data.ts';

const save = async ({ page, t }: Visitor, kind: 'template' | 'csv'): Promise<string> => {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t(`transfer:export.action.${kind}`) }).click();
  return text(await (await saved).createReadStream());
};

journey(
  'import: the template is filled in, previewed, run, exported and undone',
  { as: 'admin' },
  async ({ visitor, page, api, t }) => {
    await page.goto('/admin-transfer');
    const columns = (await save(visitor, 'template')).trim().slice(1, -1).split('","');
    const nameEn = uniqueName();
    const row = { nameEn, nameKn: `ಪರೀಕ್ಷೆ ${nameEn}`, category: 'Skin', notes: '=1+1' };
    const rows = [row, { ...row, nameEn: `${nameEn} B`, category: 'Fire' }];
    const lines = rows.map((each) =>
      columns.map((name) => (each as Partial<Record<string, string>>)[name] ?? '').join(','),
    );
    const buffer = Buffer.from([columns.join(','), ...lines].join('\r\n'));
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
    // The sign-in of all journeys may be older than 15 minutes.
    await api.call('POST', '/api/admin/confirm', { proof: { password: settings.password } });
    const cells = [nameEn, row.nameKn, row.category, "'=1+1"];
    expect(await save(visitor, 'csv')).toContain(`,"${cells.join('","')}",`);

    const undo = { name: t('transfer:action.undo') };
    await card.getByRole('button', undo).click();
    await page.getByRole('alertdialog').getByRole('button', undo).click();
    await shown(card.getByText(t('transfer:status.undone'), { exact: true }));
    expect(await api.find(nameEn), 'diseases after the undoing').toEqual([]);
  },
);
