import type { Page } from '@playwright/test';
import { enter, login, storedSession } from '../pages/login.ts';
import { openDisease, registry, viewDisease } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';
import { becomes, shown } from '../support/expect.ts';
import { expect, journey, test, type Visitor } from '../support/fixtures.ts';
import { settings } from '../support/settings.ts';

const SPOILT_TOKEN = 'A'.repeat(43);

/** Makes the token invalid, as after its expiry in 15 minutes. */
const spoilToken = ({ page }: Visitor) =>
  page.evaluate((token) => localStorage.setItem('adminToken', token), SPOILT_TOKEN);

const tokenOf = ({ page }: Pick<Visitor, 'page'>) =>
  page.evaluate(() => localStorage.getItem('adminToken'));

const writeNote = async ({ page, t }: Visitor, text: string): Promise<void> => {
  await page.getByRole('button', { name: t('entries:note.add') }).click();
  await page.getByRole('textbox', { name: t('entries:note.content') }).fill(text);
};

test('session: a token that ran out is renewed on arrival', async ({ visitor, page }) => {
  await enter(visitor);
  await spoilToken(visitor);
  await page.reload();
  await shown(registry(visitor).rows);
  expect((await tokenOf(visitor)) === SPOILT_TOKEN, 'the token is the old one').toEqual(false);
  expect(await storedSession(visitor), 'what is stored').toEqual({ token: true, isAdmin: 'true' });
});

test('session: a token that runs out while writing is renewed unseen', async ({
  visitor,
  page,
  api,
  t,
  watch,
}) => {
  watch.allow(401, '/api/treatments/notes');
  const { disease } = await api.treated();
  await enter(visitor);
  await viewDisease(visitor, disease, 'notes');
  await writeNote(visitor, 'Written with an old token');
  await spoilToken(visitor);
  await page.getByRole('button', { name: t('entries:note.save') }).click();
  await toastSays(page, t('entries:note.saved'));
  await shown(page.getByRole('tabpanel').getByText('Written with an old token'));
  expect((await api.detail(disease.id)).notesCount, 'notes stored').toEqual(1);
});

journey(
  'session: ended elsewhere, and nothing typed is lost',
  { language: 'kn' },
  async ({ visitor, page, api, t, watch }) => {
    watch.allow(401, '/api/');
    const { disease } = await api.treated();
    await enter(visitor);
    await viewDisease(visitor, disease, 'notes');
    await writeNote(visitor, 'Typed before the end');

    const token = await tokenOf(visitor);
    const response = await fetch(`${settings.baseUrl}/api/admin/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(response.status, 'answer to the logout elsewhere').toEqual(204);

    await page.getByRole('button', { name: t('entries:note.save') }).click();
    await shown(page.getByRole('main').getByText(t('gate:title')));
    expect(await storedSession(visitor), 'what is stored').toEqual({ token: false, isAdmin: null });
    await page
      .getByRole('main')
      .getByRole('link', { name: t('gate:admin') })
      .click();
    const form = login(visitor);
    await form.username.fill(settings.username);
    await form.password.fill(settings.password);
    await form.submit.click();
    await form.open.click();
    await openDisease(visitor, disease, 'notes');
    const content = page.getByRole('textbox', { name: t('entries:note.content') });
    await becomes(() => content.inputValue(), 'Typed before the end', 'the draft');
    await page.getByRole('button', { name: t('entries:note.save') }).click();
    await toastSays(page, t('entries:note.saved'));
  },
);

test('session: a logout in another tab shows here at once', async ({
  visitor,
  page,
  context,
  t,
  watch,
}) => {
  await enter(visitor);
  await shown(registry(visitor).rows);
  // The server may reject calls and images of both tabs after the other tab signs out.
  for (const path of ['/api/', '/uploads/']) watch.allow(401, path);
  const tab = await context.newPage();
  await tab.goto('/app');
  await tab.getByRole('button', { name: t('common:header.logout') }).click();
  await tab.waitForURL((url) => url.pathname === '/');
  await shown(page.getByRole('main').getByText(t('gate:title')));
});

/** Tabs that wait for another tab to renew the token. */
const waitingTabs = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);

test('session: a tab waits while another one renews the token', async ({
  visitor,
  page,
  context,
  t,
}) => {
  await enter(visitor);
  await page.waitForLoadState('networkidle');
  const tab = await context.newPage();
  // The program would notice the change of the token before it is loaded again.
  await tab.goto('/api/config');
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
  await Promise.all([page.reload(), tab.goto('/app')]);
  await shown(registry(visitor).rows, registry({ page: tab, t: t }).rows);
  expect(await storedSession(visitor), 'what is stored').toEqual({ token: true, isAdmin: 'true' });
  expect((await tokenOf(visitor)) === SPOILT_TOKEN, 'the token is the old one').toEqual(false);
});
