import { registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';

// Other tests add diseases.
const untouched = { as: 'admin', tag: '@first' } as const;

journey(
  'registry: 24 diseases, ten to a page, each once; a reload keeps page, disease and tab',
  untouched,
  async ({ visitor, page, t }) => {
    const { panel, rows, names, previous, next, position, selected, tab, detail } =
      registry(visitor);
    const arrives = async (at: number, count: number) => {
      await shown(position(at, 3));
      await shown(panel.and(page.locator('[aria-busy=false]')));
      await becomes(() => rows.count(), count, `rows of page ${at}`);
    };
    await page.goto('/app');
    await shown(panel.getByText(t('registry:list.count', { count: 24 })));
    await arrives(1, 10);
    expect(await previous.isDisabled(), 'previous is off on the first page').toBe(true);
    const first = await names();
    await shown(detail(first[0] ?? ''), selected.getByText(first[0] ?? '', { exact: true }));
    await next.click();
    await arrives(2, 10);
    const second = await names();
    await next.click();
    await arrives(3, 4);
    expect(await next.isDisabled(), 'next is off on the last page').toBe(true);
    expect(new Set([...first, ...second, ...(await names())]).size, 'different').toEqual(24);
    await previous.click();
    await arrives(2, 10);

    await rows.nth(3).click();
    const chosen = selected.getByText(second[3] ?? '', { exact: true });
    await shown(chosen);
    expect(await selected.count(), 'selected rows').toEqual(1);
    // Not by its color alone: bolder, and with a bar at its side.
    const look = (at: number) =>
      rows
        .nth(at)
        .evaluate((link) => [
          getComputedStyle(link.querySelector('[lang]') ?? link).fontWeight,
          getComputedStyle(link).borderInlineStartColor,
        ]);
    const [[weight, bar], [otherWeight, otherBar]] = [await look(3), await look(0)];
    expect(weight === otherWeight, 'the selected row is not bolder').toBe(false);
    expect(bar === otherBar, 'the selected row has no bar').toBe(false);
    await tab('history').click();
    await page.reload();
    await shown(position(2, 3), chosen);
    expect(await tab('history').getAttribute('aria-selected'), 'history tab').toEqual('true');
    await shown(page.getByRole('button', { name: t('entries:history.add') }));
    await page.goBack();
    await gone(chosen);
  },
);

journey(
  'registry: a row in both languages, which on a phone the disease takes the place of',
  { as: 'admin', viewport: { width: 360, height: 740 } },
  async ({ visitor, page, t, language }) => {
    const { panel, row, rows, detail } = registry(visitor);
    const category = { en: 'Respiratory', kn: 'ಶ್ವಾಸಕೋಶ ಮತ್ತು ಉಸಿರಾಟ' }[language];
    await page.goto('/app?search=Asthma');
    await shown(
      row('Asthma').locator('[lang=en]').getByText('Asthma', { exact: true }),
      row('Asthma').locator('[lang=kn]').getByText('ಅಸ್ತಮಾ', { exact: true }),
      row('Asthma').getByText(category, { exact: true }),
    );
    await gone(detail('Asthma'));
    await row('Asthma').click();
    await shown(detail('Asthma'));
    await gone(panel);
    await page.getByRole('link', { name: t('registry:detail.back') }).click();
    await shown(panel);
    await gone(detail('Asthma'));

    await moveTo(page, '/app');
    await shown(rows);
    for (const height of [600, 800, 1200]) {
      await page.setViewportSize({ width: 1280, height });
      const isLow = async () =>
        ((await panel.boundingBox())?.height ?? Infinity) <= 0.7 * height + 1;
      await becomes(isLow, true, `the list has at most 70 % of ${height} px`);
    }
  },
);
