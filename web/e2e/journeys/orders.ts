import { checkout, goToSimulator } from '../pages/checkout.ts';
import { sections } from '../pages/navigation.ts';
import { findOrder } from '../pages/orders.ts';
import { registry } from '../pages/registry.ts';
import { gone, shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';
import { newBuyer } from '../support/sessions.ts';

journey(
  'orders: a plan is asked back, and its refund ends the access',
  { as: 'admin' },
  async ({ visitor, page, t, openVisitor }) => {
    const buyer = await openVisitor();
    await buyer.page.goto('/subscribe');
    const email = newBuyer();
    await checkout(buyer).email.fill(email);
    const desk = await goToSimulator(buyer, '$29.99');
    await desk.email.fill(email);
    await desk.pay.click();
    await shown(checkout(buyer).code);
    await moveTo(buyer.page, '/access');
    const ask = buyer.page.getByRole('button', { name: t('access:refund.ask'), exact: true });
    await ask.click();
    const asking = buyer.page.getByRole('alertdialog', { name: t('access:refund.question') });
    await asking.getByRole('button', { name: t('access:refund.confirm') }).click();
    const [asked = ''] = t('access:refund.asked', { date: '|' }).split('|');
    await shown(buyer.page.getByText(asked));
    await gone(ask);
    await moveTo(buyer.page, '/app');
    await shown(registry(buyer).rows, buyer.page.getByRole('banner').getByRole('timer'));

    await page.goto('/dns-checker');
    const orders = sections(visitor).link(t('shell:name.orders'));
    await shown(orders.filter({ hasText: t('shell:count.orders', { count: 1 }) }));
    await orders.click();
    await page.waitForURL('**/admin-orders');
    const row = findOrder(visitor, email);
    await shown(row.getByText('$29.99'));
    await row.getByRole('button').click();
    const order = page.getByRole('dialog', { name: t('receipts:item.premium_monthly') });
    const refund = order.getByRole('button', { name: t('billing:orders.refund'), exact: true });
    await refund.click();
    const question = page.getByRole('alertdialog', {
      name: t('billing:orders.questionTo', { amount: '$29.99', payer: email }),
    });
    await question.getByRole('button', { name: t('billing:orders.refund') }).click();
    await gone(question);
    await shown(order.getByText(t('billing:orders.state.refunded'), { exact: true }).first());
    await gone(refund);
    await shown(order.getByText(t('billing:orders.creditNote'), { exact: true }).first());

    buyer.watch.allow(401, '/api/');
    await buyer.page.reload();
    await shown(buyer.page.getByText(t('gate:ended')));
    await gone(registry(buyer).rows);
  },
);
