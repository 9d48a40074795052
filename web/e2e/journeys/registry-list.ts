import { becomes, gone, holds, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { registry } from '../pages/registry.ts';

const untouched = { as: 'admin', phase: 'untouched' } as const;

inBothLanguages('registry: 24 diseases, ten to a page', untouched, async (stage) => {
  const { page, t } = stage;
  const { panel, rows, previous, next, position } = registry(stage);
  await page.goto('/app');
  await shown(panel.getByText(t('registry:list.count', { count: 24 })), position(1, 3));
  same(await rows.count(), 10, 'rows of page 1');
  holds(await previous.isDisabled(), 'previous is enabled on the first page');
  await next.click();
  await shown(position(2, 3));
  await becomes(() => rows.count(), 10, 'rows of page 2');
  await next.click();
  await shown(position(3, 3));
  await becomes(() => rows.count(), 4, 'rows of page 3');
  holds(await next.isDisabled(), 'next is enabled on the last page');
  await previous.click();
  await shown(position(2, 3));
  holds((await next.isEnabled()) && (await previous.isEnabled()), 'page 2 has no two ways');
});

test('registry: no disease is on two pages', untouched, async (stage) => {
  const { page } = stage;
  const { names, next, position } = registry(stage);
  await page.goto('/app');
  const seen: string[] = [];
  for (const at of [1, 2, 3]) {
    await shown(position(at, 3));
    await becomes(
      async () => (await names()).some((name) => seen.includes(name)),
      false,
      'repeated',
    );
    seen.push(...(await names()));
    if (at < 3) await next.click();
  }
  same(new Set(seen).size, 24, 'different diseases');
});

inBothLanguages('registry: a row shows both names and the category', untouched, async (stage) => {
  const { page } = stage;
  const { row } = registry(stage);
  await page.goto('/app?search=Asthma');
  const category = { en: 'Respiratory', kn: 'ಉಸಿರಾಟ' }[stage.language];
  await shown(
    row('Asthma').locator('[lang=en]').getByText('Asthma', { exact: true }),
    row('Asthma').locator('[lang=kn]').getByText('ಅಸ್ತಮಾ', { exact: true }),
    row('Asthma').getByText(category, { exact: true }),
  );
});

test('registry: the first disease is selected, and marked', untouched, async (stage) => {
  const { page } = stage;
  const { selected, names, detail, rows } = registry(stage);
  await page.goto('/app');
  await shown(rows);
  const [first = '', second = ''] = await names();
  await shown(detail(first));
  same(await selected.count(), 1, 'selected rows');
  await shown(selected.getByText(first, { exact: true }));

  await rows.nth(1).click();
  await shown(detail(second), selected.getByText(second, { exact: true }));
  same(await selected.count(), 1, 'selected rows');
  // Not by its colour alone: bolder, and with a bar at its side.
  const look = (at: number) =>
    rows.nth(at).evaluate((link) => ({
      weight: getComputedStyle(link.querySelector('[lang=en]') ?? link).fontWeight,
      bar: getComputedStyle(link).borderInlineStartColor,
    }));
  const [other, chosen] = [await look(0), await look(1)];
  holds(other.weight !== chosen.weight, 'the selected row is not bolder');
  holds(other.bar !== chosen.bar, 'the selected row has no bar');
});

test('registry: never higher than 70 % of the viewport', untouched, async (stage) => {
  const { page } = stage;
  const { panel, rows } = registry(stage);
  for (const height of [600, 800, 1200]) {
    await page.setViewportSize({ width: 1280, height });
    await page.goto('/app');
    await shown(rows);
    const box = await panel.boundingBox();
    holds((box?.height ?? Infinity) <= 0.7 * height + 1, `${box?.height} of ${height} px`);
  }
});

inBothLanguages(
  'registry: a reload keeps filter, page, disease and tab',
  untouched,
  async (stage) => {
    const { page, t } = stage;
    const { next, position, rows, tab, selected, names } = registry(stage);
    await page.goto('/app');
    await next.click();
    await shown(position(2, 3));
    await rows.nth(3).click();
    await tab('history').click();
    const chosen = (await names())[3] ?? '';
    await page.reload();
    await shown(position(2, 3), selected.getByText(chosen, { exact: true }));
    same(await tab('history').getAttribute('aria-selected'), 'true', 'history tab');
    await shown(page.getByRole('button', { name: t('entries:history.add') }));
    await page.goBack();
    await gone(selected.getByText(chosen, { exact: true }));
  },
);

test(
  'registry: on a phone the disease takes the place of the list',
  {
    ...untouched,
    width: 360,
    height: 740,
  },
  async (stage) => {
    const { page, t } = stage;
    const { panel, row, detail } = registry(stage);
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
