import { gone, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test } from '../harness/collection.ts';
import { openMenu } from '../pages/account-menu.ts';
import { buyHour } from '../pages/checkout.ts';
import { beginNote, noteForm } from '../pages/notes.ts';
import { orderOf } from '../pages/orders.ts';
import { openDisease, registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';

const admin = { as: 'admin' } as const;

inBothLanguages(
  'orders: one refund ends the access, what was typed is kept',
  admin,
  async (stage) => {
    const { page, t, api, another } = stage;
    const { disease } = await api.treated();
    const buyer = await another();
    const { email } = await buyHour(buyer);
    await openDisease(buyer, disease, 'notes');
    await beginNote(buyer, 'Half a thought');

    await page.goto('/admin-orders');
    const order = orderOf(stage, email);
    await shown(order.getByText('$9.99'), order.getByText(t('receipts:item.hourly')));
    await order.getByRole('button').click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('billing:orders.refund') }).click();
    await gone(question);
    await shown(order.getByText(t('billing:orders.state.refunded'), { exact: true }));
    await gone(order.getByRole('button'));

    buyer.watch.allow(401, '/api/');
    await noteForm(buyer).save.click();
    await shown(buyer.page.getByText(t('gate:ended')), buyer.page.getByText(t('gate:draftKept')));
    await gone(registry(buyer).rows);
    await gone(buyer.page.getByRole('timer'));
  },
);

inBothLanguages('orders: reached from the menu and from the prices', admin, async (stage) => {
  const { page, t } = stage;
  await page.goto('/admin-pricing');
  const way = { name: t('common:header.orders') };
  await page.getByRole('main').getByRole('link', way).click();
  await page.waitForURL('**/admin-orders');
  await page.goto('/trends');
  await openMenu(stage);
  await page.getByRole('menuitem', way).click();
  await page.waitForURL('**/admin-orders');
  await shown(page.getByRole('heading', { name: t('billing:orders.title') }));
});

test('orders: a refund that fails says so', admin, async (stage) => {
  const { page, t, another, watch } = stage;
  const { email } = await buyHour(await another());
  watch.allow(503, '/api/orders/');
  await page.route('**/api/orders/*/refund', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/admin-orders');
  const order = orderOf(stage, email);
  await order.getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('billing:orders.refund') })
    .click();
  await toastSays(page, t('billing:orders.refundFailed'));
  same(await order.getByRole('button').isEnabled(), true, 'the refund can be tried again');
});
