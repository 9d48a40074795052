import { registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey } from '../support/fixtures.ts';

const untouched = { as: 'admin', tag: '@samples' } as const;

inBothLanguages('registry: 24 diseases, ten to a page', untouched, async ({ visitor, page, t }) => {
  const { panel, rows, previous, next, position } = registry(visitor);
  await page.goto('/app');
  await shown(panel.getByText(t('registry:list.count', { count: 24 })), position(1, 3));
  expect(await rows.count(), 'rows of page 1').toEqual(10);
  expect(await previous.isDisabled(), 'previous is enabled on the first page').toBe(true);
  await next.click();
  await shown(position(2, 3));
  await becomes(() => rows.count(), 10, 'rows of page 2');
  await next.click();
  await shown(position(3, 3));
  await becomes(() => rows.count(), 4, 'rows of page 3');
  expect(await next.isDisabled(), 'next is enabled on the last page').toBe(true);
  await previous.click();
  await shown(position(2, 3));
  expect((await next.isEnabled()) && (await previous.isEnabled()), 'page 2 has no two ways').toBe(
    true,
  );
});

journey('registry: no disease is on two pages', untouched, async ({ visitor, page }) => {
  const { names, next, position } = registry(visitor);
  await page.goto('/app');
  const earlierNames: string[] = [];
  for (const at of [1, 2, 3]) {
    await shown(position(at, 3));
    await becomes(
      async () => (await names()).some((name) => earlierNames.includes(name)),
      false,
      'repeated',
    );
    earlierNames.push(...(await names()));
    if (at < 3) await next.click();
  }
  expect(new Set(earlierNames).size, 'different diseases').toEqual(24);
});

inBothLanguages(
  'registry: a row shows both names and the category',
  untouched,
  async ({ visitor, page, language }) => {
    const { row } = registry(visitor);
    await page.goto('/app?search=Asthma');
    const category = { en: 'Respiratory', kn: 'ಶ್ವಾಸಕೋಶ ಮತ್ತು ಉಸಿರಾಟ' }[language];
    await shown(
      row('Asthma').locator('[lang=en]').getByText('Asthma', { exact: true }),
      row('Asthma').locator('[lang=kn]').getByText('ಅಸ್ತಮಾ', { exact: true }),
      row('Asthma').getByText(category, { exact: true }),
    );
  },
);

journey(
  'registry: the first disease is selected, and marked',
  untouched,
  async ({ visitor, page }) => {
    const { selected, names, detail, rows } = registry(visitor);
    await page.goto('/app');
    await shown(rows);
    const [first = '', second = ''] = await names();
    await shown(detail(first));
    expect(await selected.count(), 'selected rows').toEqual(1);
    await shown(selected.getByText(first, { exact: true }));

    await rows.nth(1).click();
    await shown(detail(second), selected.getByText(second, { exact: true }));
    expect(await selected.count(), 'selected rows').toEqual(1);
    // Not by its colour alone: bolder, and with a bar at its side.
    const look = (at: number) =>
      rows.nth(at).evaluate((link) => ({
        weight: getComputedStyle(link.querySelector('[lang=en]') ?? link).fontWeight,
        bar: getComputedStyle(link).borderInlineStartColor,
      }));
    const [other, chosen] = [await look(0), await look(1)];
    expect(other.weight !== chosen.weight, 'the selected row is not bolder').toBe(true);
    expect(other.bar !== chosen.bar, 'the selected row has no bar').toBe(true);
  },
);

journey(
  'registry: never higher than 70 % of the viewport',
  untouched,
  async ({ visitor, page }) => {
    const { panel, rows } = registry(visitor);
    for (const height of [600, 800, 1200]) {
      await page.setViewportSize({ width: 1280, height });
      await page.goto('/app');
      await shown(rows);
      const box = await panel.boundingBox();
      expect((box?.height ?? Infinity) <= 0.7 * height + 1, `${box?.height} of ${height} px`).toBe(
        true,
      );
    }
  },
);

journey(
  'registry: a reload keeps filter, page, disease and tab',
  { ...untouched, language: 'kn' },
  async ({ visitor, page, t }) => {
    const { panel, next, position, rows, tab, selected, names } = registry(visitor);
    await page.goto('/app');
    await next.click();
    // Until page 2 has come, the rows are those of page 1.
    await shown(position(2, 3), panel.and(page.locator('[aria-busy=false]')));
    await rows.nth(3).click();
    await tab('history').click();
    const chosen = (await names())[3] ?? '';
    await page.reload();
    await shown(position(2, 3), selected.getByText(chosen, { exact: true }));
    expect(await tab('history').getAttribute('aria-selected'), 'history tab').toEqual('true');
    await shown(page.getByRole('button', { name: t('entries:history.add') }));
    await page.goBack();
    await gone(selected.getByText(chosen, { exact: true }));
  },
);

journey(
  'registry: on a phone the disease takes the place of the list',
  {
    ...untouched,
    viewport: { width: 360, height: 740 },
  },
  async ({ visitor, page, t }) => {
    const { panel, row, detail } = registry(visitor);
    await page.goto('/app?search=Asthma');
    await shown(row('Asthma'));
    await gone(detail('Asthma'));
    await row('Asthma').click();
    await shown(detail('Asthma'));
    await gone(panel);
    await page.getByRole('link', { name: t('registry:detail.back') }).click();
    await shown(panel);
    await gone(detail('Asthma'));
  },
);
