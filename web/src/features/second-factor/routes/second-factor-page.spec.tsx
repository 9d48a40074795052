import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { bodies, field, fill, json, mockApi, renderApp, see, user } from '@/testing';
import SecondFactorPage from './second-factor-page';

beforeEach(() => localStorage.setItem('adminToken', 'token'));

const addedAt = '2026-01-05T10:00:00.000Z';
const passkeys = [{ id: 'a', name: 'Phone', addedAt, domain: 'old.example', worksHere: false }];

const open = async (mail: boolean) => {
  const requests = mockApi({
    'GET /api/config': () => json({ payments: { mode: 'test', mail } }),
    'GET /api/session': () => json({ role: 'practitioner', capabilities: ['account'] }),
    'GET /api/factors': () =>
      json({ isRequired: false, takesPasskeys: true, passkeys, recoveryCodesLeft: 0 }),
    'GET /api/contact': () => json({ contactEmail: 'asha@example.com', locale: 'kn' }),
    'PUT /api/contact': ({ body }) => json(body),
  });
  await renderApp(<SecondFactorPage />);
  await screen.findByRole('heading', { name: 'Authenticator app' });
  return requests;
};

it('keeps where links for a forgotten password go', async () => {
  const requests = await open(true);
  const box = await field('Email address');
  expect(box.value).toBe('asha@example.com');
  expect((await field('Language of emails')).value).toBe('kn');
  await fill('Email address', 'other@example.com');
  await user.type(box, '{Enter}');
  await see('Email address and language are saved');
  expect(bodies(requests, 'PUT')).toEqual([{ contactEmail: 'other@example.com', locale: 'kn' }]);
});

it('asks for no address where no mail is sent, and says where passkeys work', async () => {
  const requests = await open(false);
  await see('Works only at old.example, not at this address');
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/config')).toBe(true));
  expect(screen.queryByLabelText('Email address')).toBeNull();
});
