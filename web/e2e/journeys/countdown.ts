import { buyHour, checkout } from '../pages/checkout.ts';
import { noteForm } from '../pages/notes.ts';
import { refundOrder } from '../pages/orders.ts';
import { registry, viewDisease } from '../pages/registry.ts';
import { holdToast, toastSays } from '../pages/toast.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { journey, passOf, type Visitor } from '../support/fixtures.ts';

const timer = ({ page }: Pick<Visitor, 'page'>) => page.getByRole('banner').getByRole('timer');

journey(
  'countdown: an hour ends, and the next one goes on with what was typed',
  { as: 'pass' },
  async ({ visitor, page, t, api }) => {
    const { disease } = await api.treated();
    await page.goto('/app');
    await shown(timer(visitor), registry(visitor).rows);

    await viewDisease(visitor, disease, 'notes');
    const note = noteForm(visitor);
    await note.add.click();
    await note.content.fill('Half a thought');
    await refundOrder(api, passOf(visitor).email);
    // As of a tab that becomes visible again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await shown(page.getByText(t('gate:ended')), page.getByText(t('gate:draftKept')));
    await gone(timer(visitor));
    await gone(note.content);

    await buyHour(visitor);
    await checkout(visitor).open.click();
    const toast = await holdToast(page, t('common:state.draftKept'));
    await toast.getByRole('button', { name: t('common:action.continue') }).click();
    await becomes(() => note.content.inputValue(), 'Half a thought', 'the draft');
    await note.save.click();
    await toastSays(page, t('entries:note.saved'));
  },
);
