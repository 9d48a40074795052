import { openDisease, registry } from '../pages/registry.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const unlike = ['Effective', 'Partial Relief', 'Ongoing', 'Worsened', 'Baseline'] as const;

journey(
  'detail: both languages, a protocol in its color, outcomes in theirs',
  { as: 'admin' },
  async ({ visitor, page, api, language }) => {
    const { disease, treatment } = await api.treated();
    await api.protocols(treatment.id, [
      { color: 'indigo', applicationArea: 'Forehead', duration: '10 minutes', frequency: 'Daily' },
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
      .locator('section[aria-label] p[lang]')
      .evaluateAll((all) => all.map((part) => part.getAttribute('lang')));
    expect(order, "the reader's language first").toEqual(
      language === 'en' ? ['en', 'kn'] : ['kn', 'en'],
    );
    const table = page.getByRole('table');
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
