import { becomes, gone, holds, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import type { Visitor } from '../harness/visitor.ts';
import { buyHour, checkout } from '../pages/checkout.ts';
import { beginNote, noteForm, noteHolds } from '../pages/notes.ts';
import { refundOf } from '../pages/orders.ts';
import { openDisease, registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';

const timer = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('banner').getByRole('timer');

/** Seconds that the header shows. */
const secondsLeft = async (visitor: Visitor): Promise<number> => {
  const text = await timer(visitor).innerText();
  const parts = /(?:(\d+):)?(\d\d):(\d\d)/.exec(text);
  if (!parts) throw new Error(`no time in ${text}`);
  const [, hours = 0, minutes, seconds] = parts;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
};

/** What a page hears when its tab is looked at again. */
const wake = ({ page }: Visitor): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

inBothLanguages('countdown: an hour, counted down in the header', {}, async (stage) => {
  const { page, t } = stage;
  await buyHour(stage);
  await page.goto('/app');
  await shown(timer(stage), registry(stage).rows);
  const first = await secondsLeft(stage);
  holds(first > 3_500 && first <= 3_600, `${first} seconds`);
  await becomes(async () => (await secondsLeft(stage)) < first, true, 'it counts down');
  await page.reload();
  await shown(timer(stage));
  holds((await secondsLeft(stage)) < first, 'a reload gave time back');
  const header = page.getByRole('banner');
  await gone(header.getByRole('link', { name: t('common:header.trends') }));
  await page.goto('/trends');
  await shown(
    page.getByText(t('gate:analyticsOnly')),
    page.getByRole('link', { name: t('gate:plans') }),
  );
});

inBothLanguages('countdown: five minutes before the end', {}, async (stage) => {
  const { page, t } = stage;
  await buyHour(stage);
  await page.clock.install();
  await page.goto('/app');
  await shown(timer(stage), registry(stage).rows);
  await page.clock.fastForward('54:30');
  await gone(page.getByText(t('gate:clock.warning')));
  await page.clock.fastForward('00:31');
  const warning = page.getByRole('status').filter({ hasText: t('gate:clock.warning') });
  await shown(warning.getByText(t('gate:clock.kept')));
  const way = warning.getByRole('link', { name: t('gate:clock.buyHour') });
  same(await way.getAttribute('href'), '/hourly-access', 'the way on');

  // The server’s clock has not moved: at the end it is asked, and its answer counts.
  await page.clock.fastForward('05:10');
  await page.clock.runFor(2_000);
  await becomes(async () => (await secondsLeft(stage)) > 3_000, true, 'the server’s time');
  await gone(page.getByText(t('gate:clock.warning')));
  await shown(registry(stage).rows);
});

inBothLanguages('countdown: the end while nobody does anything', {}, async (stage) => {
  const { page, t, api } = stage;
  const { disease } = await api.treated();
  const { email } = await buyHour(stage);
  await openDisease(stage, disease, 'notes');
  await beginNote(stage, 'Typed before the end');
  await refundOf(api, email);
  await wake(stage);
  await shown(page.getByText(t('gate:ended')), page.getByText(t('gate:draftKept')));
  await gone(timer(stage));
  await gone(noteForm(stage).content);
  const way = page.getByRole('main').getByRole('link', { name: t('gate:hourly') });
  await way.click();
  await page.waitForURL('**/hourly-access');
});

inBothLanguages('countdown: whoever buys again goes on with what was typed', {}, async (stage) => {
  const { page, t, api } = stage;
  const { disease } = await api.treated();
  const { email } = await buyHour(stage);
  await openDisease(stage, disease, 'notes');
  await beginNote(stage, 'Half a thought');
  await refundOf(api, email);
  await wake(stage);
  await shown(page.getByText(t('gate:draftKept')));
  await buyHour(stage);
  await checkout(stage).open.click();
  const toast = await toastSays(page, t('common:state.draftKept'));
  await toast.getByRole('button', { name: t('common:action.continue') }).click();
  await noteHolds(stage, 'Half a thought');
  await noteForm(stage).save.click();
  await toastSays(page, t('entries:note.saved'));
});

test('countdown: without access there is none, and both ways in', {}, async ({ page, t }) => {
  await page.goto('/app');
  const main = page.getByRole('main');
  await shown(main.getByText(t('gate:title')));
  await gone(page.getByRole('timer'));
  const links = await main.getByRole('link').all();
  const ways = await Promise.all(links.map((link) => link.getAttribute('href')));
  same(ways, ['/hourly-access', '/admin-login', '/access'], 'ways in');
});
