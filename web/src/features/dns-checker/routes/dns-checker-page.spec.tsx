import { expect, it } from 'vitest';
import { fireEvent, screen } from '@testing-library/react';
import { adminApi, button, json, part, problemReply, renderPage, see, seeIn } from '@/testing';
import { unavailable, user } from '@/testing';
import { dnsCheck } from '@/testing/operations';
import DnsCheckerPage from './dns-checker-page';

type Reply = () => Response | Promise<Response>;

const open = async (reply: Reply) => {
  const answers = { ...adminApi, 'GET /api/dns/check/colour.example': reply };
  const requests = await renderPage(answers, <DnsCheckerPage />, { path: '/dns-checker' });
  await screen.findByDisplayValue('colour.example');
  return requests;
};
const action = () => screen.getByRole<HTMLButtonElement>('button', { name: /Check/ });

it('the DNS checker offers the own domain, and says what it found in words', async () => {
  let answer: (response: Response) => void = () => undefined;
  await open(() => new Promise<Response>((resolve) => (answer = resolve)));
  expect(action().disabled).toBe(false);
  await user.click(action());
  expect((await button('Checking...')).disabled).toBe(true);
  answer(json(dnsCheck()));
  await see('DNS Check Complete', 'Domain needs configuration');
  const result = await part('region', 'colour.example');
  const { records, certificate } = dnsCheck();
  await seeIn(result, 'Needs Setup', 'Reachable', 'SSL valid', /\(9 days left\)/);
  await seeIn(result, 'expected 203.0.113.7, found 198.51.100.2', /expires in 9 days/);
  await seeIn(result, /Change the A record of colour.example/, ...records.a, ...records.cname);
  await seeIn(result, ...records.caa, certificate?.subject ?? '', certificate?.issuer ?? '');
});

it('the DNS checker shows the expected IPv6 address', async () => {
  const { expected } = dnsCheck();
  await open(() => json(dnsCheck({ expected: { ...expected, aaaa: '2001:db8::7' } })));
  await user.click(action());
  const text = await screen.findByText('expected 2001:db8::7');
  expect(text.closest('dl > div')?.textContent).toContain('AAAA');
});

it('the DNS checker says that a domain is well configured, and with default settings', async () => {
  await open(() => json(dnsCheck({ isConfigured: true, findings: [], usesDefaults: true })));
  await user.click(action());
  await see('Domain is properly configured', 'Configured', 'No issues found.');
  await see(/still uses its default domain/);
});

it('the DNS checker does nothing without a domain, and says so on Enter', async () => {
  const requests = await open(() => json(dnsCheck()));
  const field = screen.getByLabelText('Domain');
  fireEvent.change(field, { target: { value: ' ' } });
  expect(action().disabled).toBe(true);
  await user.type(field, '{Enter}');
  await see('Please enter a domain name');
  expect(requests.some(({ path }) => path.startsWith('/api/dns'))).toBe(false);
});

it('the DNS checker distinguishes a failed check from an invalid name', async () => {
  let reply = unavailable();
  await open(() => reply);
  await user.click(action());
  await see('Check Failed', 'Unable to check DNS configuration');
  reply = problemReply(400, 'DOMAIN_NOT_VALID');
  await user.click(action());
  await see(/Enter a valid domain name/);
});
