import type { Page } from '@playwright/test';
import { enter, giveName, login, storedSession } from '../pages/login.ts';
import { beginNote, noteForm, noteHolds } from '../pages/notes.ts';
import { openDisease, registry, viewDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey, type Visitor } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';

const SPOILT_TOKEN = 'A'.repeat(43);

/** Makes the token invalid, as after its expiry in 15 minutes. */
const spoilToken = ({ page }: Visitor) =>
  page.evaluate((token) => localStorage.setItem('adminToken', token), SPOILT_TOKEN);

const tokenOf = ({ page }: Pick<Visitor, 'page'>) =>
  page.evaluate(() => localStorage.getItem('adminToken'));

journey(
  'session: a token that runs out while writing is renewed unseen; ended elsewhere, nothing typed is lost',
  {},
  async ({ visitor, page, api, t, watch }) => {
    for (const path of ['/api/', '/uploads/']) watch.allow(401, path);
    const { disease } = await api.treated();
    await enter(visitor);
    await viewDisease(visitor, disease, 'notes');
    await beginNote(visitor, 'Written with an old token');
    await spoilToken(visitor);
    await noteForm(visitor).save.click();
    await toastSays(page, t('entries:note.saved'));
    await shown(page.getByRole('tabpanel').getByText('Written with an old token'));
    expect((await api.detail(disease.id)).notesCount, 'notes stored').toEqual(1);

    await beginNote(visitor, 'Typed before the end');
    const response = await fetch(`${settings.baseUrl}/api/admin/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await tokenOf(visitor)}` },
    });
    expect(response.status, 'answer to the logout elsewhere').toEqual(204);
    await noteForm(visitor).save.click();
    const main = page.getByRole('main');
    await shown(main.getByText(t('gate:title')));
    expect(await storedSession(visitor), 'what is stored').toEqual({ token: false, isAdmin: null });
    await main.getByRole('link', { name: t('gate:admin') }).click();
    await giveName(visitor);
    await login(visitor).open.click();
    await openDisease(visitor, disease, 'notes');
    await noteHolds(visitor, 'Typed before the end');
    await noteForm(visitor).save.click();
    await toastSays(page, t('entries:note.saved'));
  },
);

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
