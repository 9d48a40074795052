import { openDisease } from '../pages/registry.ts';
import { shown } from '../support/expect.ts';
import { expect, inBothLanguages, test } from '../support/fixtures.ts';
import { countPages, countScreenParts } from '../support/paper.ts';

inBothLanguages(
  'sheet: printed without the rest of the screen',
  { as: 'admin' },
  async ({ visitor, page, api, t }) => {
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    await page
      .getByRole('article')
      .getByRole('link', { name: t('registry:detail.print') })
      .click();
    // The disease's screen has this heading too, and stays until the lazy screen is loaded.
    const sheet = page.locator('[data-sheet]');
    await shown(sheet.getByRole('heading', { name: t('registry:protocol.title') }));
    expect(await countScreenParts(page), 'parts of the screen on the paper').toBe(0);
  },
);

test.describe(() => {
  test.use({ as: 'admin' });
  test(
    'sheet: every sample fits on two pages in both languages',
    { tag: '@samples' },
    async ({ page, api }) => {
      // Loads as many pages as a dozen other tests.
      test.slow();
      for (const { id, nameEn } of await api.find('')) {
        await page.goto(`/app/sheet/${id}`);
        await page.getByRole('combobox').selectOption('both');
        await shown(page.getByRole('article').nth(1).getByRole('table'));
        await page.waitForLoadState('networkidle');
        expect(countPages(await page.pdf()), `pages of ${nameEn}`).toBe(2);
      }
    },
  );
});
