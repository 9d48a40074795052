import type { Page } from '@playwright/test';
import { enter, storedSession } from '../pages/login.ts';
import { registry } from '../pages/registry.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';

const SPOILT_TOKEN = 'A'.repeat(43);

/** Makes the token invalid, as after its expiry in 15 minutes. */
const spoilToken = ({ page }: Visitor) =>
  page.evaluate((token) => localStorage.setItem('adminToken', token), SPOILT_TOKEN);

const tokenOf = ({ page }: Pick<Visitor, 'page'>) =>
  page.evaluate(() => localStorage.getItem('adminToken'));

/** Tabs that wait for another tab to renew the token. */
const waitingTabs = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);

journey(
  'session: one of two tabs renews the token for both, and a logout in one shows in the other',
  {},
  async ({ visitor, page, context, t, watch }) => {
    // The server may reject what a tab asks for with the spoilt token, or after the logout.
    for (const path of ['/api/', '/uploads/']) watch.allow(401, path);
    await enter(visitor);
    const tab = await context.newPage();
    // The program could notice the spoilt token, and renew it, before it is loaded again.
    for (const place of [page, tab]) await place.goto('/api/config');
    await spoilToken(visitor);
    await becomes(() => tokenOf({ page: tab }), SPOILT_TOKEN, 'the token of the other tab');
    let renewals = 0;
    // The first renewal is held until the other tab waits. That one may renew again afterwards: what a
    // tab writes to localStorage can reach another process later than the lock does.
    await context.route('**/api/admin/refresh', async (route) => {
      renewals += 1;
      if (renewals === 1) {
        const sender = route.request().frame().page();
        await becomes(() => waitingTabs(sender), 1, 'waiting tabs');
        expect(renewals, 'renewals at the same time').toEqual(1);
      }
      await route.continue();
    });
    await Promise.all([page.goto('/app'), tab.goto('/app')]);
    await shown(registry(visitor).rows, registry({ page: tab, t }).rows);
    const stored = { token: true, isAdmin: 'true' };
    expect(await storedSession(visitor), 'what is stored').toEqual(stored);
    expect((await tokenOf(visitor)) === SPOILT_TOKEN, 'the token is the old one').toEqual(false);

    await tab.getByRole('button', { name: t('common:header.logout') }).click();
    await tab.waitForURL((url) => url.pathname === '/');
    await shown(page.getByRole('main').getByText(t('gate:title')));
  },
);
