import { toastSays } from '../pages/toast.ts';
import { shown } from '../support/expect.ts';
import { expect, journey } from '../support/fixtures.ts';

const admin = { as: 'admin' } as const;

journey('DNS checker: the own domain is offered and checked', admin, async ({ page, t }) => {
  await page.goto('/dns-checker');
  const field = page.getByLabel(t('dns:domain'));
  await shown(field);
  const check = page.getByRole('button', { name: t('dns:check') });
  await check.click();
  await toastSays(page, t('ops:check.complete'));
  await shown(
    page.getByRole('heading', { name: t('dns:record.title') }),
    page.getByRole('heading', { name: t('ops:check.recommendations') }),
  );
  await field.fill('');
  expect(await check.isDisabled(), 'disabled without a domain').toEqual(true);
  await field.press('Enter');
  await toastSays(page, t('dns:missing'));
});

journey(
  'DNS checker: what is no domain is said under the field',
  { ...admin, language: 'kn' },
  async ({ page, t, watch }) => {
    watch.allow(400, '/api/dns/check/');
    await page.goto('/dns-checker');
    await page.getByLabel(t('dns:domain')).fill('$(id); rm -rf ../');
    await page.getByRole('button', { name: t('dns:check') }).click();
    await shown(page.getByText(t('errors:DOMAIN_NOT_VALID')));
  },
);

journey('domain setup: tabs by keyboard, records to copy', admin, async ({ page, context, t }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/domain-setup');
  await page.getByRole('tab', { name: t('domainSetup:tabs.overview') }).focus();
  await page.keyboard.press('ArrowRight');
  await shown(page.getByText(t('domainSetup:dns.propagation')));
  const name = `${t('domainSetup:dns.address')}, A`;
  await page.getByRole('button', { name: t('domainSetup:copy', { name }) }).click();
  await toastSays(page, t('domainSetup:copied'));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(/^\d+\.\d+\.\d+\.\d+$/.test(copied), 'an address was copied').toEqual(true);
  await page.goto('/domain-setup?tab=verify');
  const live = page.getByRole('link', { name: t('domainSetup:verify.test') });
  expect(
    (await live.getAttribute('href'))?.startsWith('https://'),
    'the live site is https',
  ).toEqual(true);
  await page.getByRole('button', { name: t('domainSetup:verify.check') }).click();
  await toastSays(page, t('ops:check.complete'));
});
