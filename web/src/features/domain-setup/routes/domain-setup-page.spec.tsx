import { expect, it, vi } from 'vitest';
import { fireEvent, screen } from '@testing-library/react';
import DomainSetupPage from '@/features/domain-setup/routes/domain-setup-page';
import { adminApi, bodies, click, field, fill, hrefOf, json, mockApi, part } from '@/testing';
import { place, problemReply, renderApp, see, unavailable, unseen } from '@/testing';
import { dnsCheck } from '@/testing/operations';

const CHECK = 'GET /api/dns/check/colour.example';

const open = async (reply: () => Response = () => json(dnsCheck()), search = '') => {
  const requests = mockApi({ ...adminApi, [CHECK]: reply });
  await renderApp(<DomainSetupPage />, { path: `/domain-setup${search}` });
  await screen.findByRole('tablist');
  return () => requests.filter(({ path }) => path.startsWith('/api/dns')).length;
};

it('the domain setup guide checks the own domain when it opens, and again when asked', async () => {
  const checks = await open();
  await see('Needs Setup', /points to another address/);
  expect(checks()).toBe(1);
  await click('Refresh');
  await see('Domain needs configuration');
  expect(checks()).toBe(2);
});

it('the domain setup guide says that it could not check', async () => {
  await open(unavailable);
  await see('Check Failed');
  expect(screen.getAllByText('Unable to check domain status').length).toBeGreaterThan(0);
});

it('the domain setup guide shows the AAAA record if the installation has an IPv6 address', async () => {
  const { expected } = dnsCheck();
  const check = dnsCheck({ expected: { ...expected, aaaa: '2001:db8::7' } });
  await open(() => json(check), '?tab=dns');
  await see('2001:db8::7');
  await see('A record', 'AAAA record', 'CNAME record');
});

it('the domain setup guide keeps the tab in the URL', async () => {
  await open();
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Overview' }), { key: 'End' });
  expect(place()).toBe('/domain-setup?tab=verify');
});

it('the domain setup guide gives both records to copy', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await open(undefined, '?tab=dns');
  await see('203.0.113.7');
  await click('Copy: Points to (IP address), A');
  await see('Copied!');
  await click('Copy: Points to (main domain), CNAME');
  expect(writeText.mock.calls).toEqual([['203.0.113.7'], ['colour.example']]);
  await see('DNS changes can take 24–48 hours to take effect.');
});

it('the domain setup guide keeps the address of the provider for the installation', async () => {
  const url = 'https://panel.host.example/domains';
  let isSaved = false;
  const requests = mockApi({
    ...adminApi,
    [CHECK]: () => json(dnsCheck()),
    'GET /api/domain-provider': () => json({ url: isSaved ? url : '' }),
    'PUT /api/domain-provider': ({ body }) => {
      isSaved = url.endsWith((body as { url: string }).url);
      return isSaved ? json({ url }) : problemReply(400, 'VALIDATION_FAILED', { faults: [] });
    },
  });
  await renderApp(<DomainSetupPage />, { path: '/domain-setup?tab=provider' });
  const box = await field('Dashboard address');
  expect(screen.queryByRole('link', { name: 'Open provider dashboard' })).toBeNull();
  await fill('Dashboard address', 'javascript:alert(1)');
  await click('Save');
  await see('Enter an https address');
  expect(document.activeElement).toBe(box);
  await fill('Dashboard address', 'panel.host.example/domains');
  await click('Save');
  expect(await hrefOf('Open provider dashboard')).toBe(url);
  expect(box.value).toBe(url);
  unseen('Enter an https address');
  expect(bodies(requests, 'PUT')).toHaveLength(2);
});

it('the domain setup guide verifies: checks, opens the live site, recommends', async () => {
  const checks = await open(undefined, '?tab=verify');
  expect(await hrefOf('Test Live Site')).toBe('https://colour.example');
  const list = await part('region', 'Recommendations');
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  await click('Check DNS Status');
  await see('DNS Check Complete');
  expect(checks()).toBe(2);
});
