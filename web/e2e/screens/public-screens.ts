import { codeField } from '../pages/access.ts';
import { buyHour, checkout, unknownCode } from '../pages/checkout.ts';
import { login } from '../pages/login.ts';
import { main, press, type Screen } from './screen.ts';

/** What visitors see without access. */
export const visitorScreens: readonly Screen[] = [
  { name: 'landing', path: '/', ready: main },
  { name: 'not found', path: '/no-such-page', ready: main },
  { name: 'sign-in', path: '/admin-login', ready: main },
  {
    name: 'sign-in with faults',
    path: '/admin-login',
    changesVisitor: true,
    then: (view) => login(view).submit.click(),
    ready: ({ page, t }) => page.locator('[data-toast]').getByText(t('admin:login.missing')),
  },
  { name: 'hourly access', path: '/hourly-access', ready: (view) => checkout(view).upiButton() },
  {
    name: 'payment cancelled',
    path: '/hourly-access?order=cancelled',
    ready: ({ page, t }) => page.getByText(t('checkout:cancelled.title')),
  },
  {
    name: 'premium plans',
    path: '/subscribe',
    ready: (view) => checkout(view).upiButton('₹2,499'),
  },
  {
    name: 'professional plans',
    path: '/payment',
    ready: (view) => checkout(view).upiButton('₹3,999'),
  },
  {
    name: 'sample disease',
    path: '/sample',
    ready: ({ page }) => page.getByRole('article').getByRole('img'),
  },
  ...(['contact', 'terms', 'privacy', 'refunds'] as const).map((name): Screen => ({
    name,
    path: `/${name}`,
    ready: ({ page, t }) => page.getByText(t('legal:draft')),
  })),
  {
    name: 'other ways to pay',
    path: '/payment',
    then: (view) => checkout(view).otherWays.click(),
    ready: (view) => checkout(view).payButton('$49.99'),
  },
  {
    name: 'paid',
    path: '/hourly-access',
    changesVisitor: true,
    then: (view) => buyHour(view),
    ready: (view) => checkout(view).code,
  },
  {
    name: 'restoring without a match',
    path: '/access',
    then: async (view) => {
      await codeField(view).fill(unknownCode());
      await press(view, view.t('access:restore.check'));
    },
    ready: ({ page, t }) => page.getByText(t('access:restore.notFound')),
  },
  {
    name: 'lost access',
    path: '/restore',
    ready: ({ page, t }) => page.getByRole('button', { name: t('access:lost.action') }),
  },
  {
    name: 'link to lost access',
    path: '/restore#link=token',
    ready: ({ page, t }) => page.getByText(t('access:lost.ended')),
  },
  { name: 'no access', path: '/app', ready: ({ page, t }) => page.getByText(t('gate:title')) },
  {
    name: 'no access, for administrators',
    path: '/admin-pricing',
    ready: ({ page, t }) => page.getByText(t('gate:adminOnly')),
  },
  {
    name: 'access ended',
    path: '/',
    changesVisitor: true,
    then: async ({ page }) => {
      await page.evaluate(() => {
        sessionStorage.setItem('pass:plan', 'hourly');
        sessionStorage.setItem('draft:note:0', '{}');
      });
      await page.goto('/app');
    },
    ready: ({ page, t }) => page.getByText(t('gate:draftKept')),
  },
];

/** What the holder of a pass sees. */
export const buyerScreens: readonly Screen[] = [
  {
    name: 'my access',
    path: '/access',
    then: (view) => press(view, view.t('accessCode:show')),
    ready: (view) => checkout(view).code,
  },
  {
    name: 'receipt',
    path: '/access',
    then: ({ page, t }) => page.getByRole('link', { name: t('receipts:page.open') }).click(),
    ready: ({ page }) => page.getByRole('article').getByRole('table'),
  },
  {
    name: 'registry with a pass',
    path: '/app',
    ready: ({ page }) => page.getByRole('banner').getByRole('timer'),
  },
  {
    name: 'five minutes before the end',
    path: '/no-such-page',
    changesVisitor: true,
    then: async ({ page }) => {
      await page.clock.install();
      await page.goto('/app');
      await page.getByRole('banner').getByRole('timer').waitFor();
      // As the server answers then: the page asks it every half minute.
      await page.route('**/api/session', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), secondsLeft: 270 } });
      });
      await page.clock.fastForward('55:30');
    },
    ready: ({ page, t }) => page.getByText(t('gate:clock.warning')),
  },
];
