import { becomes, same, shown } from '../harness/checks.ts';
import { inBothLanguages, test, type Stage } from '../harness/collection.ts';
import { settings } from '../harness/settings.ts';
import { enter, login, storedSession } from '../pages/login.ts';
import { openDisease, registry } from '../pages/registry.ts';
import { toastSays } from '../pages/toast.ts';

/** The server no longer knows the token, as after 15 minutes. */
const spoilToken = ({ page }: Stage) =>
  page.evaluate(() => localStorage.setItem('adminToken', 'A'.repeat(43)));

const tokenOf = ({ page }: Stage) => page.evaluate(() => localStorage.getItem('adminToken'));

const writeNote = async ({ page, t }: Stage, text: string): Promise<void> => {
  await page.getByRole('button', { name: t('entries:note.add') }).click();
  await page.getByRole('textbox', { name: t('entries:note.content') }).fill(text);
};

test('session: a token that ran out is renewed on arrival', {}, async (stage) => {
  const { page } = stage;
  await enter(stage);
  await spoilToken(stage);
  await page.reload();
  await shown(registry(stage).rows);
  same((await tokenOf(stage)) === 'A'.repeat(43), false, 'the token is the old one');
  same(await storedSession(stage), { token: true, isAdmin: 'true' }, 'what is stored');
});

test('session: a token that runs out while writing is renewed unseen', {}, async (stage) => {
  const { page, api, t, watch } = stage;
  watch.allow(401, '/api/treatments/notes');
  const { disease } = await api.treated();
  await enter(stage);
  await openDisease(stage, disease, 'notes');
  await writeNote(stage, 'Written with an old token');
  await spoilToken(stage);
  await page.getByRole('button', { name: t('entries:note.save') }).click();
  await toastSays(page, t('entries:note.saved'));
  await shown(page.getByRole('tabpanel').getByText('Written with an old token'));
  same((await api.detail(disease.id)).notesCount, 1, 'notes stored');
});

inBothLanguages('session: ended elsewhere, and nothing typed is lost', {}, async (stage) => {
  const { page, api, t, watch } = stage;
  watch.allow(401, '/api/');
  const { disease } = await api.treated();
  await enter(stage);
  await openDisease(stage, disease, 'notes');
  await writeNote(stage, 'Typed before the end');

  const token = await tokenOf(stage);
  const response = await fetch(`${settings.baseUrl}/api/admin/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  same(response.status, 204, 'answer to the logout elsewhere');

  await page.getByRole('button', { name: t('entries:note.save') }).click();
  await shown(page.getByRole('main').getByText(t('gate:title')));
  same(await storedSession(stage), { token: false, isAdmin: null }, 'what is stored');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('gate:admin') })
    .click();
  const form = login(stage);
  await form.username.fill(settings.username);
  await form.password.fill(settings.password);
  await form.submit.click();
  await form.open.click();
  await openDisease(stage, disease, 'notes');
  const content = page.getByRole('textbox', { name: t('entries:note.content') });
  await becomes(() => content.inputValue(), 'Typed before the end', 'the draft');
  await page.getByRole('button', { name: t('entries:note.save') }).click();
  await toastSays(page, t('entries:note.saved'));
});

test('session: a logout in another tab shows here at once', {}, async (stage) => {
  const { page, context, t, watch } = stage;
  await enter(stage);
  await shown(registry(stage).rows);
  // What this tab asks for at that moment is refused.
  watch.allow(401, '/api/');
  const tab = await context.newPage();
  await tab.goto('/app');
  await tab.getByRole('button', { name: t('common:header.logout') }).click();
  await tab.waitForURL((url) => url.pathname === '/');
  await shown(page.getByRole('main').getByText(t('gate:title')));
});

test('session: two tabs share one renewal', {}, async (stage) => {
  const { page, context } = stage;
  await enter(stage);
  await page.waitForLoadState('networkidle');
  const tab = await context.newPage();
  let renewals = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/admin/refresh')) renewals += 1;
  });
  await tab.goto('/app');
  await tab.waitForLoadState('networkidle');
  await spoilToken(stage);
  await Promise.all([page.reload(), tab.reload()]);
  await shown(registry(stage).rows, registry({ page: tab, t: stage.t }).rows);
  same(renewals, 1, 'renewals');
});
