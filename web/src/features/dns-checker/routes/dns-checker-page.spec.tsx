import { describe, expect, it } from 'vitest';
import { type DnsFinding, dnsFindingCodes } from '@ctdb/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import type { Language } from '@/i18n/language';
import { click, json, mockApi, problemReply, renderApp, see, seeIn, user } from '@/testing';
import { adminApi, dnsCheck } from '@/testing/operations';
import DnsCheckerPage from './dns-checker-page';

type Reply = () => Response | Promise<Response>;

const open = async (reply: Reply, language: Language = 'en') => {
  const requests = mockApi({ ...adminApi, 'GET /api/dns/check/colour.example': reply });
  await renderApp(<DnsCheckerPage />, { path: '/dns-checker', language });
  await screen.findByDisplayValue('colour.example');
  return requests;
};
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Check/ });

describe('the DNS checker', () => {
  it('offers the own domain, and says what it found in words', async () => {
    let answer: (response: Response) => void = () => undefined;
    await open(() => new Promise<Response>((resolve) => (answer = resolve)));
    expect(button().disabled).toBe(false);
    await user.click(button());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checking...' }).disabled).toBe(
      true,
    );
    answer(json(dnsCheck()));
    await see('DNS Check Complete', 'Domain needs configuration');
    const result = within(await screen.findByRole('region', { name: 'colour.example' }));
    await seeIn(
      result,
      'Needs Setup',
      'expected 203.0.113.7, found 198.51.100.2',
      /Change the A record of colour.example/,
      /expires in 9 days/,
      '198.51.100.2',
      'elsewhere.example',
      '0 issue "letsencrypt.org"',
      'CN=colour.example',
      "CN=R12, O=Let's Encrypt",
      'Reachable',
      'SSL valid',
      /\(9 days left\)/,
    );
  });

  it.each([
    ['en', 'expected 2001:db8::7'],
    ['kn', 'ಇರಬೇಕಾದದ್ದು 2001:db8::7'],
  ] as const)('shows the expected IPv6 address (%s)', async (language, words) => {
    const { expected } = dnsCheck();
    const check = dnsCheck({ expected: { ...expected, aaaa: '2001:db8::7' } });
    await open(() => json(check), language);
    await click(/DNS/);
    expect((await screen.findByText(words)).closest('div')?.textContent).toContain('AAAA');
  });

  it('says that a domain is well configured', async () => {
    await open(() => json(dnsCheck({ isConfigured: true, findings: [] })));
    await user.click(button());
    await see('Domain is properly configured', 'Configured', 'No issues found.');
  });

  it('does nothing without a domain, and says so on Enter', async () => {
    const requests = await open(() => json(dnsCheck()));
    const field = screen.getByLabelText('Domain');
    fireEvent.change(field, { target: { value: ' ' } });
    expect(button().disabled).toBe(true);
    await user.type(field, '{Enter}');
    await see('Please enter a domain name');
    expect(requests.some(({ path }) => path.startsWith('/api/dns'))).toBe(false);
  });

  it('distinguishes a failed check from an invalid name', async () => {
    let reply = problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
    await open(() => reply);
    await user.click(button());
    await see('Check Failed', 'Unable to check DNS configuration');
    reply = problemReply(400, 'DOMAIN_NOT_VALID');
    await user.click(button());
    await see(/Enter a valid domain name/);
  });

  it.each([
    ['en', 'Check DNS', 'Issues'],
    ['kn', 'DNS ಪರೀಕ್ಷಿಸಿ', 'ಸಮಸ್ಯೆಗಳು'],
  ] as const)('has a text for every finding (%s)', async (language, check, part) => {
    const findings = dnsFindingCodes.map((code): DnsFinding => ({
      code,
      severity: 'error',
      host: 'h.example',
      days: 3,
    }));
    await open(() => json(dnsCheck({ findings })), language);
    await click(check);
    const issues = within(await screen.findByRole('region', { name: part }));
    const texts = issues.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(new Set(texts).size).toBe(dnsFindingCodes.length);
    expect(texts.filter((text) => text?.includes('finding.'))).toEqual([]);
  });

  it('says when the installation still has its default settings', async () => {
    await open(() => json(dnsCheck({ usesDefaults: true })));
    await user.click(button());
    await see(/still uses its default domain/);
  });
});
