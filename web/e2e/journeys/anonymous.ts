import { shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';
import { moveTo } from '../support/move-to.ts';

/** The other screens of administrators: `admin-screens.spec.tsx`. */
const screens = [
  '/app',
  '/app?disease=0123456789abcdef01234567&tab=notes',
  '/app/add-disease',
  '/add-disease',
  '/app/add-treatment/0123456789abcdef01234567',
  '/app/sheet/0123456789abcdef01234567',
  '/trends',
  '/analytics',
  '/patients',
  '/admin-audit',
  '/admin-colors',
  '/admin-people',
  '/admin-sessions',
  '/admin-second-step',
];
/** What every visitor may ask for. */
const OPEN = /^\/api\/(config|session|checkout|samples|admin\/pricing)$/;

journey('without access: every screen says how to get it', {}, async ({ page, t, watch }) => {
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && !OPEN.test(pathname)) asked.push(pathname);
  });
  await page.goto('/no-such-page');
  const main = page.getByRole('main');
  for (const path of screens) {
    await moveTo(page, path);
    await shown(main.getByText(t('gate:title')), main.getByRole('link', { name: t('gate:admin') }));
    await moveTo(page, '/no-such-page');
    await shown(main.getByRole('heading', { name: t('notFound:title') }));
  }
  await watch.settled();
  expect(asked, 'data that a visitor without access asks for').toEqual([]);
});
