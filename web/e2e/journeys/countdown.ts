import { buyHour, checkout } from '../pages/checkout.ts';
import { beginNote, noteForm, noteHolds } from '../pages/notes.ts';
import { refundOrder } from '../pages/orders.ts';
import { registry, viewDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, test, type Visitor } from '../support/fixtures.ts';

const timer = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('banner').getByRole('timer');

/** Seconds that the header shows. */
const secondsLeft = async (visitor: Visitor): Promise<number> => {
  const text = await timer(visitor).innerText();
  const parts = /(?:(\d+):)?(\d\d):(\d\d)/.exec(text);
  if (!parts) throw new Error(`no time in ${text}`);
  const [, hours = 0, minutes, seconds] = parts;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
};

/** Dispatches the event of a tab that becomes visible again. */
const wake = ({ page }: Visitor): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

journey(
  'countdown: an hour, counted down in the header',
  { language: 'kn' },
  async ({ visitor, page, t }) => {
    await buyHour(visitor);
    await page.goto('/app');
    await shown(timer(visitor), registry(visitor).rows);
    const first = await secondsLeft(visitor);
    expect(first > 3_500 && first <= 3_600, `${first} seconds`).toBe(true);
    await becomes(async () => (await secondsLeft(visitor)) < first, true, 'it counts down');
    await page.reload();
    await shown(timer(visitor));
    expect((await secondsLeft(visitor)) < first, 'a reload gave time back').toBe(true);
    const header = page.getByRole('banner');
    await gone(header.getByRole('link', { name: t('common:header.trends') }));
    await page.goto('/trends');
    await shown(
      page.getByText(t('gate:analyticsOnly')),
      page.getByRole('link', { name: t('gate:plans') }),
    );
  },
);

journey('countdown: five minutes before the end', {}, async ({ visitor, page, t }) => {
  await buyHour(visitor);
  await page.clock.install();
  await page.goto('/app');
  await shown(timer(visitor), registry(visitor).rows);
  await page.clock.fastForward('54:30');
  await gone(page.getByText(t('gate:clock.warning')));
  await page.clock.fastForward('00:31');
  const warning = page.getByRole('status').filter({ hasText: t('gate:clock.warning') });
  await shown(warning.getByText(t('gate:clock.kept')));
  const way = warning.getByRole('link', { name: t('gate:clock.buyHour') });
  expect(await way.getAttribute('href'), 'the way on').toEqual('/hourly-access');

  // The server’s clock has not moved: at the end the page reloads the session, whose reply counts.
  await page.clock.fastForward('05:10');
  await page.clock.runFor(2_000);
  await becomes(async () => (await secondsLeft(visitor)) > 3_000, true, 'the server’s time');
  await gone(page.getByText(t('gate:clock.warning')));
  await shown(registry(visitor).rows);
});

journey(
  'countdown: the end without any action',
  { language: 'kn' },
  async ({ visitor, page, t, api }) => {
    const { disease } = await api.treated();
    const { email } = await buyHour(visitor);
    await viewDisease(visitor, disease, 'notes');
    await beginNote(visitor, 'Typed before the end');
    await refundOrder(api, email);
    await wake(visitor);
    await shown(page.getByText(t('gate:ended')), page.getByText(t('gate:draftKept')));
    await gone(timer(visitor));
    await gone(noteForm(visitor).content);
    const way = page.getByRole('main').getByRole('link', { name: t('gate:hourly') });
    await way.click();
    await page.waitForURL('**/hourly-access');
  },
);

journey(
  'countdown: a new purchase continues with what was typed',
  {},
  async ({ visitor, page, t, api }) => {
    const { disease } = await api.treated();
    const { email } = await buyHour(visitor);
    await viewDisease(visitor, disease, 'notes');
    await beginNote(visitor, 'Half a thought');
    await refundOrder(api, email);
    await wake(visitor);
    await shown(page.getByText(t('gate:draftKept')));
    await buyHour(visitor);
    await checkout(visitor).open.click();
    const toast = await holdToast(page, t('common:state.draftKept'));
    await toast.getByRole('button', { name: t('common:action.continue') }).click();
    await noteHolds(visitor, 'Half a thought');
    await noteForm(visitor).save.click();
    await toastSays(page, t('entries:note.saved'));
  },
);

test('countdown: without access there is none, and both ways in', async ({ page, t }) => {
  await page.goto('/app');
  const main = page.getByRole('main');
  await shown(main.getByText(t('gate:title')));
  await gone(page.getByRole('timer'));
  const links = await main.getByRole('link').all();
  const ways = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(ways, 'ways in').toEqual(['/hourly-access', '/admin-login', '/access']);
});
