import { expect, it } from 'vitest';
import { hrefOf, mockApi, renderApp, renderPage, see, sessionOf, unseen } from '@/testing';
import LandingPage from './landing-page';

it('the landing page sells to visitors, and nothing to readers who have access', async () => {
  mockApi(sessionOf('anonymous'));
  const { unmount } = await renderApp(<LandingPage />);
  await see('Plans and prices', '$29.99');
  expect(await hrefOf(/^Hourly Access/)).toBe('/hourly-access');
  unmount();
  await renderPage(sessionOf('pass', ['read', 'tools']), <LandingPage />);
  expect(await hrefOf('Continue to the database')).toBe('/app');
  unseen('Plans and prices', /Hourly Access/);
});
