import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, within } from '@testing-library/react';
import DomainSetupPage from '@/features/domain-setup/routes/domain-setup-page';
import { bodies, click, place, renderApp, see, unseen } from '@/testing';
import { json, mockApi, problemReply } from '@/testing/mock-api';
import { adminApi, dnsCheck } from '@/testing/operations';

const CHECK = 'GET /api/dns/check/colour.example';

const open = async (reply: () => Response = () => json(dnsCheck()), search = '') => {
  const requests = mockApi({ ...adminApi, [CHECK]: reply });
  await renderApp(<DomainSetupPage />, { path: `/domain-setup${search}` });
  await screen.findByRole('tablist');
  return () => requests.filter(({ path }) => path.startsWith('/api/dns')).length;
};

beforeEach(() => localStorage.clear());

describe('the domain setup guide', () => {
  it('checks the own domain when it opens, and again when asked', async () => {
    const checks = await open();
    await see('Needs Setup', /points to another address/);
    expect(checks()).toBe(1);
    await click('Refresh');
    await see('Domain needs configuration');
    expect(checks()).toBe(2);
  });

  it('says that it could not check', async () => {
    await open(() => problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 }));
    await see('Check Failed');
    expect(screen.getAllByText('Unable to check domain status').length).toBeGreaterThan(0);
  });

  it('shows the AAAA record if the installation has an IPv6 address', async () => {
    const { expected } = dnsCheck();
    const check = dnsCheck({ expected: { ...expected, aaaa: '2001:db8::7' } });
    await open(() => json(check), '?tab=dns');
    await see('2001:db8::7');
    const titles = screen.getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['A record', 'AAAA record', 'CNAME record']),
    );
  });

  it('moves through its tabs by keyboard and keeps the tab in the URL', async () => {
    await open();
    const tab = (name: string) => screen.getByRole('tab', { name });
    fireEvent.keyDown(tab('Overview'), { key: 'ArrowRight' });
    expect(tab('DNS setup').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(tab('DNS setup'));
    fireEvent.keyDown(tab('DNS setup'), { key: 'End' });
    expect(place()).toBe('/domain-setup?tab=verify');
  });

  it('gives both records to copy', async () => {
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

  it('keeps the address of the provider for the installation', async () => {
    let url = '';
    const requests = mockApi({
      ...adminApi,
      [CHECK]: () => json(dnsCheck()),
      'GET /api/domain-provider': () => json({ url }),
      'PUT /api/domain-provider': ({ body }) => {
        const typed = (body as { url: string }).url;
        if (!typed.includes('.')) return problemReply(400, 'VALIDATION_FAILED', { faults: [] });
        url = `https://${typed}`;
        return json({ url });
      },
    });
    await renderApp(<DomainSetupPage />, { path: '/domain-setup?tab=provider' });
    const field = await screen.findByLabelText<HTMLInputElement>('Dashboard address');
    const dashboard = { name: 'Open provider dashboard' };
    expect(screen.queryByRole('link', dashboard)).toBeNull();
    const save = async (typed: string) => {
      fireEvent.change(field, { target: { value: typed } });
      await click('Save');
    };
    await save('javascript:alert(1)');
    await see('Enter an https address');
    expect(document.activeElement).toBe(field);
    await save('panel.host.example/domains');
    const link = await screen.findByRole('link', dashboard);
    expect(link.getAttribute('href')).toBe('https://panel.host.example/domains');
    expect(field.value).toBe('https://panel.host.example/domains');
    unseen('Enter an https address');
    expect(bodies(requests, 'PUT')).toHaveLength(2);
  });

  it('verifies: checks, opens the live site, recommends', async () => {
    const checks = await open(undefined, '?tab=verify');
    const live = await screen.findByRole('link', { name: 'Test Live Site' });
    expect(live.getAttribute('href')).toBe('https://colour.example');
    const list = within(await screen.findByRole('region', { name: 'Recommendations' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await click('Check DNS Status');
    await see('DNS Check Complete');
    expect(checks()).toBe(2);
  });
});
