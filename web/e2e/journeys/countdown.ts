import { buyHour, checkout } from '../pages/checkout.ts';
import { beginNote, noteForm, noteHolds } from '../pages/notes.ts';
import { refundOrder } from '../pages/orders.ts';
import { registry, viewDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, passOf, type Visitor } from '../support/fixtures.ts';

const timer = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('banner').getByRole('timer');

/** Seconds that the header shows. */
const secondsLeft = async (visitor: Visitor): Promise<number> => {
  const text = await timer(visitor).innerText();
  const parts = /(?:(\d+):)?(\d\d):(\d\d)/.exec(text);
  if (!parts) throw new Error(`no time in ${text}`);
  const [, hours = 0, minutes, seconds] = parts;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
};

journey(
  'countdown: an hour runs down, ends, and the next one goes on with what was typed',
  { as: 'pass' },
  async ({ visitor, page, t, api }) => {
    const { disease } = await api.treated();
    await page.goto('/app');
    await shown(timer(visitor), registry(visitor).rows);
    const first = await secondsLeft(visitor);
    expect(first > 3_500 && first <= 3_600, `${first} seconds`).toBe(true);
    await becomes(async () => (await secondsLeft(visitor)) < first, true, 'it counts down');
    await gone(page.getByRole('banner').getByRole('link', { name: t('common:header.trends') }));

    await viewDisease(visitor, disease, 'notes');
    expect((await secondsLeft(visitor)) < first, 'another page gave time back').toBe(true);
    await beginNote(visitor, 'Half a thought');
    await refundOrder(api, passOf(visitor).email);
    // As of a tab that becomes visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await shown(page.getByText(t('gate:ended')), page.getByText(t('gate:draftKept')));
    await gone(timer(visitor));
    await gone(noteForm(visitor).content);

    await buyHour(visitor);
    await checkout(visitor).open.click();
    const toast = await holdToast(page, t('common:state.draftKept'));
    await toast.getByRole('button', { name: t('common:action.continue') }).click();
    await noteHolds(visitor, 'Half a thought');
    await noteForm(visitor).save.click();
    await toastSays(page, t('entries:note.saved'));
  },
);
