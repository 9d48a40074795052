import { checkout, goToSimulator } from '../pages/checkout.ts';
import { pricing } from '../pages/pricing.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';

// Others pay the default price.
journey(
  'pricing: a change is seen by visitors, and by a buyer who is about to pay',
  { as: 'admin', tag: '@first' },
  async ({ visitor, page, t, api, openVisitor }) => {
    const buyer = await openVisitor();
    buyer.watch.allow(409, '/paypal/order');
    await buyer.page.goto('/hourly-access');
    await checkout(buyer).otherWays.click();
    await shown(checkout(buyer).payButton());
    try {
      await page.goto('/admin-pricing');
      const screen = pricing(visitor);
      await becomes(() => screen.usd.inputValue(), '9.99', 'the price');
      await screen.usd.fill('12.5');
      await screen.inr.fill('1050');
      await shown(screen.form.getByText('$12.50'), screen.form.getByText('₹1,050'));
      await screen.save.click();
      await toastSays(page, t('billing:pricing.saved'));
      const change = screen.changes.first();
      await shown(change.getByText('$9.99 → $12.50'), change.getByText('₹799 → ₹1,050'));
      await shown(screen.cards.getByText('$12.50'), screen.cards.getByText('₹1,050'));

      const prices = { charge: '$12.50', price: '₹1,050' };
      await checkout(buyer).payButton().click();
      await shown(
        buyer.page.getByRole('alert').getByText(t('checkout:charge.changed')),
        buyer.page.getByText(t('checkout:charge.other', prices)),
      );
      const desk = await goToSimulator(buyer, '$12.50');
      await shown(buyer.page.getByText(/12\.50/));
      await desk.cancel.click();
      await shown(buyer.page.getByText(t('checkout:cancelled.title')));
      await becomes(() => new URL(buyer.page.url()).search, '', 'query of the URL');
      await moveTo(buyer.page, '/');
      await shown(buyer.page.getByRole('main').getByText('₹1,050'));
    } finally {
      await api.call('POST', '/api/admin/pricing', { usd_hourly: '9.99', inr_hourly: '799' });
    }
  },
);
