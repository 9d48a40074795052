import { beforeEach, describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { json, mockApi, paged, place, renderApp, see, user } from '@/testing';
import { adminApi } from '@/testing/operations';
import AdminScreens from './admin-screens';

const none = () => paged([]);

let requests: ReturnType<typeof mockApi>;
beforeEach(() => {
  requests = mockApi({
    ...adminApi,
    'GET /api/audit': none,
    'GET /api/trash': none,
    'GET /api/trash/images': () => json([]),
  });
});

const asked = (path: string) => requests.filter((one) => one.path.startsWith(path)).length;

describe('audit trail and trash', () => {
  it('are tabs of one screen, also by keyboard, and keep the filter', async () => {
    await renderApp(<AdminScreens />, { path: '/admin-audit?kind=price' });
    expect(await screen.findByRole('search')).toBeTruthy();
    expect(screen.getByRole('tabpanel', { name: 'Audit trail' })).toBeTruthy();
    expect(asked('/api/trash')).toBe(0);
    screen.getByRole('tab', { name: 'Audit trail' }).focus();
    await user.keyboard('{ArrowRight}');
    await see('The trash is empty');
    expect(screen.queryByRole('search')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Trash' }));
    expect(place()).toBe('/admin-audit?kind=price&tab=trash');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('search')).toBeTruthy();
    expect(place()).toBe('/admin-audit?kind=price');
  });

  it.each([
    ['en', 'Audit trail and trash', 'Trash'],
    ['kn', 'ಬದಲಾವಣೆಗಳ ದಾಖಲೆ ಮತ್ತು ಕಸದಬುಟ್ಟಿ', 'ಕಸದಬುಟ್ಟಿ'],
  ] as const)('the old URL of the trash redirects (%s)', async (language, title, tab) => {
    await renderApp(<AdminScreens />, { path: '/admin-trash', language });
    expect(await screen.findByRole('tabpanel', { name: tab })).toBeTruthy();
    expect(place()).toBe('/admin-audit?tab=trash');
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
    await waitFor(() => expect(asked('/api/trash')).toBeGreaterThan(0));
    expect(asked('/api/audit')).toBe(0);
    for (const link of screen.getAllByRole('link', { name: title, hidden: true }))
      expect(link.getAttribute('aria-current')).toBe('page');
  });

  it('are closed to others', async () => {
    mockApi({
      ...adminApi,
      'GET /api/session': () => json({ role: 'anonymous', capabilities: [] }),
    });
    await renderApp(<AdminScreens />, { path: '/admin-audit?tab=trash' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});

it.each([
  'admin-operations',
  'deployment',
  'domain-setup',
  'dns-checker',
  'admin-dead-letters',
  'admin-pricing',
  'admin-orders',
  'admin-transfer',
  'admin-backup',
  'admin-images',
])('%s is closed to others, and asks for nothing', async (path) => {
  requests = mockApi({
    ...adminApi,
    'GET /api/session': () => json({ role: 'pass', capabilities: ['read', 'tools'] }),
  });
  await renderApp(<AdminScreens />, { path: `/${path}` });
  await see('This page is for administrators.');
  const own = requests.filter((one) => !/\/api\/(session|config)/.test(one.path));
  expect(own.map((one) => one.path)).toEqual([]);
});
