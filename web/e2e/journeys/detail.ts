import { openDisease, registry } from '../pages/registry.ts';
import { becomes, shown, trimmedTexts } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const unlike = ['Effective', 'Partial Relief', 'Ongoing', 'Worsened', 'Baseline'] as const;

journey(
  'detail: both languages, protocols in their colors, outcomes in theirs',
  { as: 'admin' },
  async ({ visitor, page, api, t, language }) => {
    const { disease, treatment } = await api.treated();
    await api.protocols(treatment.id, [
      { color: 'indigo', applicationArea: 'Forehead', duration: '10 minutes', frequency: 'Daily' },
      { color: 'lemon', applicationArea: 'Back', duration: '5 minutes', frequency: 'Weekly' },
    ]);
    for (const [at, outcome] of unlike.entries())
      await api.history(treatment.id, { date: `2026-01-0${at + 1}`, outcome });
    await openDisease(visitor, disease);
    const article = registry(visitor).detail(disease.nameEn);
    await shown(
      article.getByRole('heading', { level: 2 }).getByText(disease.nameKn),
      article.getByText('Green light in a quiet room.'),
      article.getByText('ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.'),
    );
    const order = await page
      .getByRole('tabpanel')
      .locator('p[lang]')
      .evaluateAll((all) => all.map((part) => part.getAttribute('lang')));
    expect(order, "the reader's language first").toEqual(
      language === 'en' ? ['en', 'kn'] : ['kn', 'en'],
    );
    const table = page.getByRole('table');
    const cells = await trimmedTexts(table.getByRole('row').nth(1).getByRole('cell'));
    const indigo = t('vocabulary:color.indigo');
    expect(cells, 'first protocol').toEqual([indigo, 'Forehead', '10 minutes', 'Daily']);
    await shown(table.getByRole('cell', { name: t('vocabulary:color.lemon'), exact: true }));
    const swatch = table.getByRole('row').nth(1).locator('[aria-hidden][style]');
    const shade = await swatch.evaluate((box) => getComputedStyle(box).backgroundColor);
    expect(shade, 'shade of indigo').toEqual('rgb(65, 71, 159)');

    await registry(visitor).tab('history').click();
    const items = page.getByRole('tabpanel').getByRole('listitem');
    await becomes(() => items.count(), unlike.length, 'entries');
    const colors = await items.evaluateAll((all) =>
      all.map((item) => getComputedStyle(item.querySelector('time + span') ?? item).color),
    );
    expect(new Set(colors).size, 'different colors of outcomes').toEqual(unlike.length);
  },
);
