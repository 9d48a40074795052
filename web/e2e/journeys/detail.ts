import { becomes, holds, same, shown, textsOf } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { longDate, momentsOf, newestFirst } from '../pages/dates.ts';
import { openDisease, registry } from '../pages/registry.ts';

const admin = { as: 'admin' } as const;

inBothLanguages(
  "detail: descriptions in both languages, the reader's first",
  admin,
  async (stage) => {
    const { page, api, t, language } = stage;
    const { disease } = await api.treated();
    await openDisease(stage, disease);
    const article = registry(stage).detail(disease.nameEn);
    await shown(
      article.getByRole('heading', { level: 2 }).getByText(disease.nameKn),
      article.getByText('Green light in a quiet room.'),
      article.getByText('ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.'),
    );
    const panel = page.getByRole('tabpanel');
    const order = await panel
      .locator('p[lang]')
      .evaluateAll((all) => all.map((part) => part.getAttribute('lang')));
    same(order, language === 'en' ? ['en', 'kn'] : ['kn', 'en'], 'order of the languages');
    const names = await textsOf(page.getByRole('tab'));
    const words = (['treatment', 'notes', 'history'] as const).map((tab) =>
      t(`registry:tab.${tab}`),
    );
    same(names, words, 'tabs');
  },
);

inBothLanguages(
  'detail: protocols with a swatch and the name of the colour',
  admin,
  async (stage) => {
    const { page, api, t } = stage;
    const { disease, treatment } = await api.treated();
    await api.protocols(treatment.id, [
      { color: 'indigo', applicationArea: 'Forehead', duration: '10 minutes', frequency: 'Daily' },
      { color: 'lemon', applicationArea: 'Back', duration: '5 minutes', frequency: 'Weekly' },
    ]);
    await openDisease(stage, disease);
    const table = page.getByRole('table');
    await shown(table);
    const cells = await textsOf(table.getByRole('row').nth(1).getByRole('cell'));
    same(
      cells,
      [t('vocabulary:colour.indigo'), 'Forehead', '10 minutes', 'Daily'],
      'first protocol',
    );
    await shown(table.getByRole('cell', { name: t('vocabulary:colour.lemon'), exact: true }));
    const swatch = table.getByRole('row').nth(1).locator('[aria-hidden][style]');
    const shade = await swatch.evaluate((box) => getComputedStyle(box).backgroundColor);
    same(shade, 'rgb(65, 71, 159)', 'shade of indigo');
  },
);

inBothLanguages(
  'detail: notes newest first, with long dates',
  {
    ...admin,
    phase: 'untouched',
  },
  async (stage) => {
    const { page, language } = stage;
    await page.goto('/app?search=Asthma');
    await registry(stage).row('Asthma').click();
    await registry(stage).tab('notes').click();
    const times = page.getByRole('tabpanel').locator('time');
    await shown(times);
    await newestFirst(times);
    for (const [at, moment] of (await momentsOf(times)).entries()) {
      // The reader's own day: India is 5:30 h ahead.
      const there = new Date(Date.parse(moment) + 5.5 * 3_600_000).toISOString();
      same(await times.nth(at).innerText(), longDate(there, language), 'date of a note');
    }
  },
);

inBothLanguages(
  'detail: history newest first, with outcomes and long dates',
  {
    ...admin,
    phase: 'untouched',
    // West of Greenwich, where a day that is read as a moment would be the day before.
    timeZone: 'America/Los_Angeles',
  },
  async (stage) => {
    const { page, t, language } = stage;
    await page.goto('/app?search=Type%202%20Diabetes&tab=history');
    await shown(registry(stage).detail('Type 2 Diabetes'));
    const items = page.getByRole('tabpanel').getByRole('listitem');
    const times = items.locator('time');
    await shown(times);
    await newestFirst(times);
    for (const [at, moment] of (await momentsOf(times)).entries())
      same(await times.nth(at).innerText(), longDate(moment, language), 'date of an entry');
    await shown(items.getByText(t('vocabulary:outcome.Baseline'), { exact: true }));
    const words = await items.evaluateAll((all) =>
      all.map((item) => item.querySelector('time + span')?.textContent?.trim() ?? ''),
    );
    holds(words.length > 1 && words.every(Boolean), `outcomes: ${words.join(', ')}`);
  },
);

const unlike = ['Effective', 'Partial Relief', 'Ongoing', 'Worsened', 'Baseline'] as const;

test('detail: outcomes of different meaning have different colours', admin, async (stage) => {
  const { page, api } = stage;
  const { disease, treatment } = await api.treated();
  for (const [at, outcome] of unlike.entries())
    await api.history(treatment.id, {
      date: `2026-01-0${at + 1}`,
      patientName: 'Test Patient',
      treatmentDescription: 'Ten minutes of green light',
      outcome,
      practitioner: 'Test Practitioner',
    });
  await openDisease(stage, disease, 'history');
  const items = page.getByRole('tabpanel').getByRole('listitem');
  await becomes(() => items.count(), unlike.length, 'entries');
  const colours = await items.evaluateAll((all) =>
    all.map((item) => getComputedStyle(item.querySelector('time + span') ?? item).color),
  );
  same(new Set(colours).size, unlike.length, 'different colours of outcomes');
});

test('detail: an unknown disease says so', admin, async (stage) => {
  const { page, t, watch } = stage;
  watch.allow(404, '/api/diseases/');
  watch.allow(404, '/api/treatments/');
  await page.goto('/app?disease=0123456789abcdef01234567');
  const alert = page.getByRole('alert');
  await shown(alert.getByText(t('registry:detail.failed')), alert.getByText(t('errors:NOT_FOUND')));
});

test('detail: a treatment that fails to load is not offered as missing', admin, async (stage) => {
  const { page, api, t, watch } = stage;
  watch.allow(503, '/api/treatments/');
  const { disease } = await api.treated();
  await page.route('**/api/treatments/disease/**', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'SERVICE_UNAVAILABLE', params: { retryAfterSeconds: 1 } }),
    }),
  );
  await openDisease(stage, disease);
  await shown(page.getByRole('alert').getByText(t('registry:treatment.failed')));
  same(await page.getByText(t('registry:treatment.add')).count(), 0, 'offers to add a treatment');
});
