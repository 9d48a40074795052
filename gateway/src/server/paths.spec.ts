import { describe, expect, it } from 'vitest';
import { isReserved, routeNotFound, getPath } from './paths.js';

describe('the path of an address', () => {
  it.each([
    ['/app?x=1', '/app'],
    ['/%61pi/x', '/api/x'],
    ['/app#top', '/app'],
    ['/%zz', '/%zz'],
    ['', ''],
    ['http://host:80/api/x?y', '/api/x'],
    ['HTTPS://host', ''],
  ])('%s → %s', (url, path) => {
    expect(getPath(url)).toBe(path);
  });
});

describe('paths that are never pages', () => {
  it.each([
    ['/api', true],
    ['/api/', true],
    ['/api/x', true],
    ['/paypal/order', true],
    ['/razorpay/return', true],
    ['/uploads/x.jpg', true],
    ['/metrics', true],
    ['/apiary', false],
    ['/', false],
    ['/app', false],
  ])('%s: %s', (path, expected) => {
    expect(isReserved(path)).toBe(expected);
  });

  it('are not made pages by writing them in another way', () => {
    expect(isReserved(getPath('/api%2Fx'))).toBe(true);
    expect(isReserved(getPath('/%61pi/x'))).toBe(true);
  });
});

describe('a request without a handler', () => {
  it.each([
    ['GET', '/api/x', 'NOT_FOUND', {}],
    ['GET', '/api/admin/login', 'METHOD_NOT_ALLOWED', { allow: ['POST'] }],
    ['PATCH', '/api/diseases/1', 'METHOD_NOT_ALLOWED', { allow: ['DELETE', 'GET', 'HEAD', 'PUT'] }],
    ['PUT', '/api/treatments/notes', 'METHOD_NOT_ALLOWED', { allow: ['POST'] }],
    ['GET', '/api/backup/full', 'METHOD_NOT_ALLOWED', { allow: ['POST'] }],
    ['POST', '/about', 'METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }],
    ['GET', '/about', 'NOT_FOUND', {}],
    ['PUT', '/api/treatments/disease/1/x', 'NOT_FOUND', {}],
  ])('%s %s is %s', (method, path, code, params) => {
    expect(routeNotFound(method, path)).toMatchObject({ code, params });
  });
});
