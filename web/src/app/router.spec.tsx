import { expect, it } from 'vitest';
import { mockApi, renderApp, see, sessionOf } from '@/testing';
import { AppRoutes } from './router';

const id = '0123456789abcdef01234567';

const ofAdministrators = [
  ...['admin-operations', 'deployment', 'domain-setup', 'dns-checker', 'admin-dead-letters'],
  ...['admin-pricing', 'admin-orders', 'admin-transfer', 'admin-backup', 'admin-images'],
  'admin-audit',
];
const ofReaders = [
  ...['app', `app?disease=${id}&tab=notes`, 'app/add-disease', 'add-disease'],
  ...[`app/add-treatment/${id}`, `app/sheet/${id}`, 'trends', 'analytics', 'patients'],
  ...['admin-trash', 'admin-colors', 'admin-people', 'admin-sessions', 'admin-second-step'],
  'admin-legal',
];
it.each([
  ...ofAdministrators.map((path) => [path, 'pass', 'This page is for administrators.'] as const),
  ...ofReaders.map((path) => [path, 'anonymous', 'Access required'] as const),
])('%s is closed to role %s, and asks for nothing', async (path, role, text) => {
  const capabilities = role === 'pass' ? ['read', 'tools'] : [];
  const requests = mockApi(sessionOf(role, capabilities));
  await renderApp(<AppRoutes />, { path: `/${path}` });
  await see(text);
  const own = requests.filter((one) => !/\/api\/(session|config)/.test(one.path));
  expect(own.map((one) => one.path)).toEqual([]);
});
