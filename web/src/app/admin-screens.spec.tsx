import { beforeEach, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { json, mockApi, paged, place, renderApp, see, sessionOf, user } from '@/testing';
import { adminApi } from '@/testing/operations';
import AdminScreens from './admin-screens';
import { AppRoutes } from './router';

const none = () => paged([]);
const id = '0123456789abcdef01234567';

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

it('audit trail and trash are tabs of one screen, also by keyboard, and keep the filter', async () => {
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

it('audit trail and trash the old URL of the trash redirects', async () => {
  await renderApp(<AdminScreens />, { path: '/admin-trash' });
  expect(await screen.findByRole('tabpanel', { name: 'Trash' })).toBeTruthy();
  expect(place()).toBe('/admin-audit?tab=trash');
  const name = 'Audit trail and trash';
  expect(screen.getByRole('heading', { level: 1, name })).toBeTruthy();
  await waitFor(() => expect(asked('/api/trash')).toBeGreaterThan(0));
  expect(asked('/api/audit')).toBe(0);
  for (const link of screen.getAllByRole('link', { name, hidden: true }))
    expect(link.getAttribute('aria-current')).toBe('page');
});

const ofAdministrators = [
  ...['admin-operations', 'deployment', 'domain-setup', 'dns-checker', 'admin-dead-letters'],
  ...['admin-pricing', 'admin-orders', 'admin-transfer', 'admin-backup', 'admin-images'],
];
const ofReaders = [
  ...['app', `app?disease=${id}&tab=notes`, 'app/add-disease', 'add-disease'],
  ...[`app/add-treatment/${id}`, `app/sheet/${id}`, 'trends', 'analytics', 'patients'],
  ...['admin-audit', 'admin-colors', 'admin-people', 'admin-sessions', 'admin-second-step'],
];
it.each([
  ...ofAdministrators.map((path) => [path, 'pass', 'This page is for administrators.'] as const),
  ...ofReaders.map((path) => [path, 'anonymous', 'Access required'] as const),
])('%s is closed to role %s, and asks for nothing', async (path, role, text) => {
  const capabilities = role === 'pass' ? ['read', 'tools'] : [];
  requests = mockApi({ ...adminApi, ...sessionOf(role, capabilities) });
  const screens = role === 'pass' ? <AdminScreens /> : <AppRoutes />;
  await renderApp(screens, { path: `/${path}` });
  await see(text);
  const own = requests.filter((one) => !/\/api\/(session|config)/.test(one.path));
  expect(own.map((one) => one.path)).toEqual([]);
});
