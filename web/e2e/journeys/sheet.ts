import type { Disease } from '@ctdb/contracts';
import { openDisease } from '../pages/registry.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey, test } from '../support/fixtures.ts';
import { countPages, countScreenParts } from '../support/paper.ts';
import { isNightly, TEST_TIMEOUT_MS } from '../support/settings.ts';

journey(
  'sheet: printed without the rest of the screen, in both languages on two pages',
  { as: 'admin' },
  async ({ visitor, page, api, t }) => {
    test.setTimeout(3 * TEST_TIMEOUT_MS);
    const samples = (await api.find('')).filter(({ isSample }) => isSample);
    const details = await Promise.all(samples.map(({ id }) => api.detail(id)));
    const lengths = details.map((detail) => JSON.stringify(detail.protocols).length);
    const isLongest = (_: Disease, at: number) => lengths[at] === Math.max(...lengths);
    expect(samples.length, 'samples').toBeGreaterThan(20);
    const [first, ...others] = isNightly ? samples : samples.filter(isLongest);
    if (!first) throw new Error('there are no samples');

    await openDisease(visitor, first);
    await page
      .getByRole('article')
      .getByRole('link', { name: t('registry:detail.print') })
      .click();
    // The disease's screen has this heading too, and stays until the lazy screen is loaded.
    const sheet = page.locator('[data-sheet]');
    await shown(sheet.getByRole('heading', { name: t('registry:protocol.title') }));
    expect(await countScreenParts(page), 'parts of the screen on the paper').toBe(0);
    for (const { id, nameEn } of [first, ...others]) {
      await page.emulateMedia({ media: null });
      await page.goto(`/app/sheet/${id}`);
      await page.getByRole('combobox').selectOption('both');
      await becomes(() => sheet.getByRole('table').count(), 2, 'tables of both languages');
      await visitor.watch.settled();
      expect(countPages(await page.pdf()), `pages of ${nameEn}`).toBe(2);
    }
  },
);
