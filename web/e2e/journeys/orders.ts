import { openMenu } from '../pages/account-menu.ts';
import { buyHour } from '../pages/checkout.ts';
import { beginNote, noteForm } from '../pages/notes.ts';
import { findOrder } from '../pages/orders.ts';
import { registry, viewDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { gone, shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey(
  'orders: one refund ends the access, what was typed is kept',
  { ...admin, language: 'kn' },
  async ({ visitor, page, t, api, openVisitor }) => {
    const { disease } = await api.treated();
    const buyer = await openVisitor();
    const { email } = await buyHour(buyer);
    await viewDisease(buyer, disease, 'notes');
    await beginNote(buyer, 'Half a thought');

    await page.goto('/admin-orders');
    const order = findOrder(visitor, email);
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

journey(
  'orders: reached from the menu and from the prices',
  admin,
  async ({ visitor, page, t }) => {
    await page.goto('/admin-pricing');
    const way = { name: t('common:header.orders') };
    await page.getByRole('main').getByRole('link', way).click();
    await page.waitForURL('**/admin-orders');
    await page.goto('/trends');
    await openMenu(visitor);
    await page.getByRole('menuitem', way).click();
    await page.waitForURL('**/admin-orders');
    await shown(page.getByRole('heading', { name: t('billing:orders.title') }));
  },
);

journey(
  'orders: a refund that fails says so',
  admin,
  async ({ visitor, page, t, openVisitor, watch }) => {
    const { email } = await buyHour(await openVisitor());
    watch.allow(503, '/api/orders/');
    await page.route('**/api/orders/*/refund', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/admin-orders');
    const order = findOrder(visitor, email);
    await order.getByRole('button').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('billing:orders.refund') })
      .click();
    await toastSays(page, t('billing:orders.refundFailed'));
    expect(await order.getByRole('button').isEnabled(), 'the refund can be tried again').toEqual(
      true,
    );
  },
);
