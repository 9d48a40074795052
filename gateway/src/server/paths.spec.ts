import { expect, it } from 'vitest';
import { isReserved, routeNotFound, getPath } from './paths.js';

it.each([
  ['/app?x=1', '/app'],
  ['/%61pi/x', '/api/x'],
  ['/app#top', '/app'],
  ['/%zz', '/%zz'],
  ['', ''],
  ['http://host:80/api/x?y', '/api/x'],
  ['HTTPS://host', ''],
])('the path of an address %s → %s', (url, path) => {
  expect(getPath(url)).toBe(path);
});

it('paths that are never pages are those of the API, of payments, of images and of metrics, in whatever way written', () => {
  const reserved = [
    ...['/api', '/api/', '/api/x', '/paypal/order', '/razorpay/return', '/uploads/x.jpg'],
    ...['/metrics', '/api%2Fx', '/%61pi/x'],
  ];
  const pages = ['/apiary', '/', '/app'];
  expect([...reserved, ...pages].filter((path) => isReserved(getPath(path)))).toEqual(reserved);
});

it.each([
  ['GET', '/api/x', 'NOT_FOUND', {}],
  ['GET', '/api/admin/login', 'METHOD_NOT_ALLOWED', { allow: ['POST'] }],
  ['PATCH', '/api/diseases/1', 'METHOD_NOT_ALLOWED', { allow: ['DELETE', 'GET', 'HEAD', 'PUT'] }],
  ['PUT', '/api/treatments/notes', 'METHOD_NOT_ALLOWED', { allow: ['POST'] }],
  ['GET', '/api/backup/full', 'METHOD_NOT_ALLOWED', { allow: ['POST'] }],
  ['POST', '/about', 'METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }],
  ['GET', '/about', 'NOT_FOUND', {}],
  ['PUT', '/api/treatments/disease/1/x', 'NOT_FOUND', {}],
])('a request without a handler %s %s is %s', (method, path, code, params) => {
  expect(routeNotFound(method, path)).toMatchObject({ code, params });
});
