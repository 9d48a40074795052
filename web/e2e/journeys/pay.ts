import { copyCode } from '../pages/access.ts';
import { checkout, goToSimulator } from '../pages/checkout.ts';
import { registry } from '../pages/registry.ts';
import { becomes, gone, shown } from '../support/expect.ts';
import { expect, journey, waitForHydration } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';

const CAPTURE = '/paypal/order/';

journey(
  'pay: from the landing page to an access code and the registry, in two tabs at once',
  {},
  async ({ visitor, page, context, t }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/');
    const wayIn = page.getByRole('main').getByRole('link', { name: t('landing:hourly.action') });
    await shown(wayIn.getByText('₹799'));
    await wayIn.click();
    await page.waitForURL('**/hourly-access');
    const shop = checkout(visitor);
    await shown(shop.upiButton(), page.getByText(t('checkout:test.title')));
    await gone(shop.payButton());
    await shop.otherWays.press('Enter');
    await shown(page.getByText(t('checkout:charge.other', { charge: '$9.99', price: '₹799' })));
    const tab = waitForHydration(await context.newPage());
    await tab.goto('/hourly-access');
    const desks = [await goToSimulator(visitor), await goToSimulator({ ...visitor, page: tab })];
    await desks[0]?.pay.click();
    await shown(shop.success, shop.code);
    await becomes(() => new URL(page.url()).search, '', 'query of the URL');
    const code = (await shop.code.innerText()).trim();
    // Only the tab in front may copy.
    await page.bringToFront();
    expect(await copyCode(visitor), 'clipboard').toEqual(code);
    await desks[1]?.pay.click();
    const [queued = ''] = t('checkout:success.queued', { when: '|' }).split('|');
    await shown(tab.getByRole('heading', { name: queued.trim() }));
    await moveTo(tab, '/access');
    await shown(tab.getByText(t('access:state.running')), tab.getByText(t('access:state.queued')));

    await page.reload();
    await shown(shop.success);
    expect((await shop.code.innerText()).trim(), 'code after a reload').toEqual(code);
    await shop.open.click();
    await page.waitForURL('**/app');
    await shown(registry(visitor).rows, page.getByRole('banner').getByRole('timer'));
    await moveTo(page, '/hourly-access');
    await shown(page.getByText(t('checkout:holding')));
    await page.getByRole('button', { name: t('checkout:owned.buy') }).click();
    await shown(shop.upiButton());
    await gone(shop.success);
  },
);

journey('pay: declined', {}, async ({ visitor, page, t, watch }) => {
  watch.allow(402, CAPTURE);
  await page.goto('/hourly-access');
  await (await goToSimulator(visitor)).decline.click();
  const alert = page.getByRole('alert');
  await shown(alert.getByText(t('checkout:failed')), alert.getByText(t('errors:PAYMENT_DECLINED')));
});
