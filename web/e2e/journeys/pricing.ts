import { pricing } from '../pages/pricing.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, shown } from '../support/expect.ts';
import { journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

/** Other tests pay the default price, so this test must not run in parallel. */
journey(
  'pricing: a change is seen by visitors here and abroad',
  { ...admin, tag: '@serial' },
  async ({ visitor, page, t, api, openVisitor }) => {
    try {
      await page.goto('/trends');
      const way = { name: t('common:header.pricing') };
      await page.getByRole('banner').getByRole('link', way).click();
      await page.waitForURL('**/admin-pricing');
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

      const here = await openVisitor();
      await here.page.goto('/');
      await shown(here.page.getByRole('main').getByText('₹1,050'));
      await here.page.goto('/hourly-access');
      const words = { charge: '$12.50', price: '₹1,050' };
      await shown(here.page.getByText(t('checkout:charge.other', words)));
      const abroad = await openVisitor({ timezoneId: 'Europe/Berlin' });
      await abroad.page.goto('/');
      await shown(abroad.page.getByRole('main').getByText('$12.50'));
    } finally {
      await api.call('POST', '/api/admin/pricing', { usd_hourly: '9.99', inr_hourly: '799' });
    }
  },
);

journey(
  'pricing: errors at their fields, and a draft over a reload',
  { ...admin, language: 'kn' },
  async ({ visitor, page, t }) => {
    await page.goto('/admin-pricing');
    const { usd, inr, save, form } = pricing(visitor);
    await usd.fill('0');
    await inr.fill('99.5');
    await save.click();
    await shown(form.getByText(t('faults:OUT_OF_RANGE')), form.getByText(t('faults:WRONG_FORMAT')));
    await inr.fill('888');
    await page.reload();
    await shown(form.getByText(t('common:state.draftKept')));
    await becomes(() => inr.inputValue(), '888', 'the draft');
    await form.getByRole('button', { name: t('billing:pricing.discard') }).click();
    await becomes(() => inr.inputValue(), '799', 'the price');
  },
);

journey('pricing: the words of the specification', admin, async ({ visitor, page, watch }) => {
  watch.allow(500, '/api/admin/pricing');
  await page.goto('/admin-pricing');
  await shown(
    page.getByText('per 1-hour session'),
    page.getByText('Users pay per login session of exactly 1 hour.'),
    page.getByText('You must log in again afterwards.'),
    page.getByRole('button', { name: 'Fix All Images', disabled: false }),
  );
  await page.route('**/api/admin/pricing', (route) => route.fulfill({ status: 500, body: '' }));
  const { usd, save } = pricing(visitor);
  await usd.fill('11');
  await save.click();
  await toastSays(page, 'Failed to update pricing');
  await page.getByRole('button', { name: 'Change password' }).click();
  await toastSays(page, 'Please fill in all password fields');
});
