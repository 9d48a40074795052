import { openDisease, registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey(
  'keys: walk, search, switched off',
  { ...admin, language: 'kn' },
  async ({ visitor, page, t }) => {
    const { rows, selected, search } = registry(visitor);
    const name = async (at: number) => rows.nth(at).innerText();
    // The keys work when their button is there.
    const button = page.getByRole('button', { name: t('shortcuts:title') });
    await page.goto('/app');
    await shown(page.getByRole('article'), button);
    await page.keyboard.press('j');
    await becomes(() => selected.innerText(), await name(1), 'disease after j');
    await page.keyboard.press('k');
    await becomes(() => selected.innerText(), await name(0), 'disease after k');

    await page.keyboard.press('/');
    await page.keyboard.type('jkne?');
    await becomes(() => search.inputValue(), 'jkne?', 'what is typed');
    await search.fill('');
    await search.blur();

    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: t('shortcuts:title') });
    await dialog.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await gone(dialog);
    await page.reload();
    await shown(page.getByRole('article'), button);
    await page.keyboard.press('e');
    await page.keyboard.press('?');
    await gone(dialog);
    await becomes(
      async () => new URL(page.url()).pathname,
      '/app',
      'path with the keys switched off',
    );
  },
);

journey(
  'favorites: kept by the server, and viewed diseases',
  admin,
  async ({ visitor, page, api, t, watch }) => {
    watch.allow(404, '/api/treatments/disease/');
    const disease = await api.disease();
    const viewed = page.waitForResponse(`**/api/recent/${disease.id}`);
    await openDisease(visitor, disease);
    await viewed;
    const star = page.getByRole('button', { name: t('lists:mark'), exact: true });
    await star.click();
    await becomes(() => star.getAttribute('aria-pressed'), 'true', 'mark');
    await page.reload();
    await becomes(() => star.getAttribute('aria-pressed'), 'true', 'mark after a reload');
    const { panel, row } = registry(visitor);
    await panel.getByRole('link', { name: t('lists:name.favorites') }).click();
    await shown(row(disease.nameEn));
    await panel.getByRole('link', { name: t('lists:name.recent') }).click();
    await row(disease.nameEn).click();
    await star.click();
    await becomes(() => star.getAttribute('aria-pressed'), 'false', 'mark');
  },
);
