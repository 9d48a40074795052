import { buyHour, checkout, goToSimulator, goToUpi, newBuyer } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, inBothLanguages, journey, test } from '../support/fixtures.ts';

const CAPTURE = '/paypal/order/';

const inKannada = { language: 'kn' } as const;

inBothLanguages('pay: from the landing page to the registry', {}, async ({ visitor, page, t }) => {
  await page.goto('/');
  const wayIn = page.getByRole('main').getByRole('link', { name: t('landing:hourly.action') });
  await shown(wayIn.getByText('₹799'));
  await wayIn.click();
  await page.waitForURL('**/hourly-access');
  await shown(
    page.getByText(t('checkout:charge.other', { charge: '$9.99', price: '₹799' })),
    page.getByText(t('checkout:test.title')),
  );
  const desk = await goToSimulator(visitor);
  await desk.pay.click();
  const shop = checkout(visitor);
  await shown(shop.success, shop.code);
  await becomes(() => new URL(page.url()).search, '', 'query of the URL');
  await shop.open.click();
  await page.waitForURL('**/app');
  await shown(registry(visitor).rows, page.getByRole('banner').getByRole('timer'));
});

inBothLanguages('pay: by UPI in rupees', {}, async ({ visitor, page, t }) => {
  await page.goto('/hourly-access');
  await shown(page.getByText(t('checkout:upi.same', { charge: '₹799' })));
  const desk = await goToUpi(visitor);
  await desk.upiDecline.click();
  await shown(page.getByRole('alert'));
  await desk.upiPay.click();
  const shop = checkout(visitor);
  await shown(shop.success, shop.code);
  await becomes(() => new URL(page.url()).search, '', 'query of the URL');
  await shop.open.click();
  await page.waitForURL('**/app');
  await shown(registry(visitor).rows);
});

journey('pay: a plan by UPI needs an e-mail address', inKannada, async ({ visitor, page, t }) => {
  await page.goto('/subscribe');
  const shop = checkout(visitor);
  await shop.upiButton('₹2,499').click();
  await shown(page.getByText(t('checkout:email.missing')));
  await shop.email.fill(newBuyer());
  const desk = await goToUpi(visitor, '₹2,499');
  await desk.upiPending.click();
  await shown(page.getByRole('heading', { name: t('checkout:pending.title') }));
});

journey('pay: turning back costs nothing', {}, async ({ visitor, page, t }) => {
  await page.goto('/hourly-access');
  const desk = await goToSimulator(visitor);
  await desk.cancel.click();
  await shown(page.getByText(t('checkout:cancelled.title')), checkout(visitor).payButton());
  await becomes(() => new URL(page.url()).search, '', 'query of the URL');
  await page.goto('/app');
  await shown(page.getByText(t('gate:title')));
});

journey(
  'pay: a declined payment can be tried again',
  { language: 'kn' },
  async ({ visitor, page, t, watch }) => {
    watch.allow(402, CAPTURE);
    await page.goto('/hourly-access');
    const desk = await goToSimulator(visitor);
    await desk.decline.click();
    const alert = page.getByRole('alert');
    await shown(
      alert.getByText(t('checkout:failed')),
      alert.getByText(t('errors:PAYMENT_DECLINED')),
    );
    await page.getByRole('button', { name: t('checkout:again') }).click();
    const again = await goToSimulator(visitor);
    await again.pay.click();
    await shown(checkout(visitor).success);
  },
);

journey('pay: a payment that PayPal holds', {}, async ({ visitor, page, t }) => {
  await page.goto('/hourly-access');
  const desk = await goToSimulator(visitor);
  await desk.pending.click();
  await shown(page.getByRole('heading', { name: t('checkout:pending.title') }));
  await page.getByRole('link', { name: t('checkout:pending.access') }).click();
  await shown(page.getByText(t('access:state.pending')));
});

test('pay: a reload after paying shows the same receipt', async ({ visitor, page }) => {
  const { code } = await buyHour(visitor);
  await page.reload();
  const shop = checkout(visitor);
  await shown(shop.success);
  expect((await shop.code.innerText()).trim(), 'receipt number').toEqual(code);
  await page.goto('/hourly-access');
  await shown(shop.payButton());
  await gone(shop.success);
});

test('pay: an answer that is lost on its way back is asked for again', async ({
  visitor,
  page,
  t,
  watch,
}) => {
  watch.allow(502, CAPTURE);
  let asked = 0;
  await page.route('**/paypal/order/*/capture', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    // The server captures the payment, but the browser receives an error.
    await route.fetch();
    return route.fulfill({ status: 502, body: 'Bad gateway' });
  });
  await page.goto('/hourly-access');
  const desk = await goToSimulator(visitor);
  await desk.pay.click();
  await shown(page.getByRole('heading', { name: t('checkout:doubt.title') }));
  await shown(checkout(visitor).success);
  expect(asked >= 2, `asked ${asked} times`).toBe(true);
});

journey(
  'pay: a price that changes meanwhile',
  { tag: '@serial', language: 'kn' },
  async ({ visitor, page, t, api, watch }) => {
    watch.allow(409, '/paypal/order');
    const setPrice = (usd: string, inr: string) =>
      api.call('POST', '/api/admin/pricing', { usd_hourly: usd, inr_hourly: inr });
    await page.goto('/hourly-access');
    await shown(checkout(visitor).payButton());
    try {
      await setPrice('12.49', '999');
      await checkout(visitor).payButton().click();
      await shown(
        page.getByRole('alert').getByText(t('checkout:charge.changed')),
        page.getByText(t('checkout:charge.other', { charge: '$12.49', price: '₹999' })),
      );
      const desk = await goToSimulator(visitor, '$12.49');
      await shown(page.getByText(/12\.49/));
      await desk.cancel.click();
      await shown(page.getByText(t('checkout:cancelled.title')));
    } finally {
      await setPrice('9.99', '799');
    }
  },
);

const abroad = { timezoneId: 'Europe/Berlin' } as const;

journey('pay: the words of the specification', abroad, async ({ page }) => {
  await page.goto('/subscribe');
  await shown(page.getByText('Save 2 months!'), page.getByRole('radio', { name: /\$29\.99/ }));
  await page.goto('/payment');
  await shown(page.getByText('Save $100!'), page.getByRole('radio', { name: /\$49\.99/ }));
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  expect(await radio('PayPal').isChecked(), 'PayPal is not chosen').toBe(true);
  expect(await radio('Google Pay').isDisabled(), 'Google Pay can be chosen').toBe(true);
  await page.goto('/hourly-access');
  await shown(page.getByText('ಮಧುಮೇಹ'));
  expect(await page.getByRole('term').count(), 'terms').toEqual(16);
});

journey('pay: dollars outside of India', abroad, async ({ page, t }) => {
  await page.goto('/');
  await shown(page.getByRole('main').getByRole('link', { name: 'Hourly Access $9.99' }));
  await page.goto('/hourly-access');
  await shown(page.getByText(t('checkout:charge.same', { charge: '$9.99' })));
});
