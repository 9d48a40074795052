import { longDate, readMoments, newestFirst } from '../pages/dates.ts';
import { openDisease, registry } from '../pages/registry.ts';
import { becomes, shown, trimmedTexts } from '../support/expect.ts';
import { expect, inBothLanguages, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

inBothLanguages(
  "detail: descriptions in both languages, the reader's first",
  admin,
  async ({ visitor, page, api, t, language }) => {
    const { disease } = await api.treated();
    await openDisease(visitor, disease);
    const article = registry(visitor).detail(disease.nameEn);
    await shown(
      article.getByRole('heading', { level: 2 }).getByText(disease.nameKn),
      article.getByText('Green light in a quiet room.'),
      article.getByText('ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.'),
    );
    const panel = page.getByRole('tabpanel');
    const order = await panel
      .locator('p[lang]')
      .evaluateAll((all) => all.map((part) => part.getAttribute('lang')));
    expect(order, 'order of the languages').toEqual(
      language === 'en' ? ['en', 'kn'] : ['kn', 'en'],
    );
    const names = await trimmedTexts(page.getByRole('tab'));
    const words = (['treatment', 'notes', 'history'] as const).map((tab) =>
      t(`registry:tab.${tab}`),
    );
    expect(names, 'tabs').toEqual(words);
  },
);

journey(
  'detail: protocols with a swatch and the name of the colour',
  admin,
  async ({ visitor, page, api, t }) => {
    const { disease, treatment } = await api.treated();
    await api.protocols(treatment.id, [
      { color: 'indigo', applicationArea: 'Forehead', duration: '10 minutes', frequency: 'Daily' },
      { color: 'lemon', applicationArea: 'Back', duration: '5 minutes', frequency: 'Weekly' },
    ]);
    await openDisease(visitor, disease);
    const table = page.getByRole('table');
    await shown(table);
    const cells = await trimmedTexts(table.getByRole('row').nth(1).getByRole('cell'));
    expect(cells, 'first protocol').toEqual([
      t('vocabulary:color.indigo'),
      'Forehead',
      '10 minutes',
      'Daily',
    ]);
    await shown(table.getByRole('cell', { name: t('vocabulary:color.lemon'), exact: true }));
    const swatch = table.getByRole('row').nth(1).locator('[aria-hidden][style]');
    const shade = await swatch.evaluate((box) => getComputedStyle(box).backgroundColor);
    expect(shade, 'shade of indigo').toEqual('rgb(65, 71, 159)');
  },
);

journey(
  'detail: notes newest first, with long dates',
  {
    ...admin,
    tag: '@samples',
    language: 'kn',
  },
  async ({ visitor, page, language }) => {
    await page.goto('/app?search=Asthma');
    await registry(visitor).row('Asthma').click();
    await registry(visitor).tab('notes').click();
    const times = page.getByRole('tabpanel').locator('time');
    await shown(times);
    await newestFirst(times);
    for (const [at, moment] of (await readMoments(times)).entries()) {
      // The reader's own day: India is 5:30 h ahead.
      const there = new Date(Date.parse(moment) + 5.5 * 3_600_000).toISOString();
      expect(await times.nth(at).innerText(), 'date of a note').toEqual(longDate(there, language));
    }
  },
);

journey(
  'detail: history newest first, with outcomes and long dates',
  {
    ...admin,
    tag: '@samples',
    // West of Greenwich, where a day that is read as a moment would be the day before.
    timezoneId: 'America/Los_Angeles',
  },
  async ({ visitor, page, t, language }) => {
    await page.goto('/app?search=Type%202%20Diabetes&tab=history');
    await shown(registry(visitor).detail('Type 2 Diabetes'));
    const items = page.getByRole('tabpanel').getByRole('listitem');
    const times = items.locator('time');
    await shown(times);
    await newestFirst(times);
    for (const [at, moment] of (await readMoments(times)).entries())
      expect(await times.nth(at).innerText(), 'date of an entry').toEqual(
        longDate(moment, language),
      );
    await shown(items.getByText(t('vocabulary:outcome.Baseline'), { exact: true }));
    const words = await items.evaluateAll((all) =>
      all.map((item) => item.querySelector('time + span')?.textContent?.trim() ?? ''),
    );
    expect(words.length > 1 && words.every(Boolean), `outcomes: ${words.join(', ')}`).toBe(true);
  },
);

const unlike = ['Effective', 'Partial Relief', 'Ongoing', 'Worsened', 'Baseline'] as const;

journey(
  'detail: outcomes of different meaning have different colours',
  admin,
  async ({ visitor, page, api }) => {
    const { disease, treatment } = await api.treated();
    for (const [at, outcome] of unlike.entries())
      await api.history(treatment.id, {
        date: `2026-01-0${at + 1}`,
        patientName: 'Test Patient',
        treatmentDescription: 'Ten minutes of green light',
        outcome,
        practitioner: 'Test Practitioner',
      });
    await openDisease(visitor, disease, 'history');
    const items = page.getByRole('tabpanel').getByRole('listitem');
    await becomes(() => items.count(), unlike.length, 'entries');
    const colours = await items.evaluateAll((all) =>
      all.map((item) => getComputedStyle(item.querySelector('time + span') ?? item).color),
    );
    expect(new Set(colours).size, 'different colours of outcomes').toEqual(unlike.length);
  },
);

journey('detail: an unknown disease says so', admin, async ({ page, t, watch }) => {
  watch.allow(404, '/api/diseases/');
  watch.allow(404, '/api/treatments/');
  await page.goto('/app?disease=0123456789abcdef01234567');
  const alert = page.getByRole('alert');
  await shown(alert.getByText(t('registry:detail.failed')), alert.getByText(t('errors:NOT_FOUND')));
});

journey(
  'detail: a treatment that fails to load is not offered as missing',
  admin,
  async ({ visitor, page, api, t, watch }) => {
    watch.allow(503, '/api/treatments/');
    const { disease } = await api.treated();
    await page.route('**/api/treatments/disease/**', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'SERVICE_UNAVAILABLE', params: { retryAfterSeconds: 1 } }),
      }),
    );
    await openDisease(visitor, disease);
    await shown(page.getByRole('alert').getByText(t('registry:treatment.failed')));
    expect(
      await page.getByText(t('registry:treatment.add')).count(),
      'offers to add a treatment',
    ).toEqual(0);
  },
);
