import { DomainError, type RouteContract, routes } from '@ctdb/contracts';

/** Where the interactive description of the API is. */
export const DOCS_PATH = '/api/docs';

/** Under these there is never a page. */
const reserved = ['/api', '/paypal', '/razorpay', '/uploads', '/health', '/metrics'];

/** Patterns of the router that cover everything under the reserved paths. */
export const reservedPatterns: readonly string[] = reserved.flatMap((path) => [path, `${path}/*`]);

/** Patterns of the router without a row in the authorisation table. */
export const publicPatterns: readonly string[] = [
  '/*',
  DOCS_PATH,
  `${DOCS_PATH}/:file`,
  ...reservedPatterns,
];

// A request may name us in full, as it would a proxy: `GET http://host/path`.
const authority = /^https?:\/\/[^/?#]*/i;

/** The path of a request's address, decoded where that is possible. */
export const getPath = (url: string): string => {
  const [path = '/'] = url.replace(authority, '').split(/[?#]/, 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** Whether `path` belongs to calls and files, and never to a page. */
export const isReserved = (path: string): boolean =>
  reserved.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

const patterns = Object.values<RouteContract>(routes).map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const fixedPaths = new Set<string>(
  patterns.map(({ path }) => path).filter((path) => !path.includes('{')),
);

/** Whether `path`, which fits `template`, is a path of its own: then the template is not for it. */
export const isOtherPath = (path: string, template: string): boolean =>
  template.includes('{') && fixedPaths.has(path);

const allowedOn = (path: string): string[] => {
  const methods = patterns
    .filter((route) => route.pattern.test(path) && !isOtherPath(path, route.path))
    .map(({ method }) => method);
  if (!isReserved(path) || path === DOCS_PATH) methods.push('GET');
  return methods.includes('GET') ? ['HEAD', ...methods] : methods;
};

/** The error of a request that no handler is there for: another method would do, or none. */
export const routeNotFound = (method: string, path: string): DomainError => {
  const allow = [...new Set<string>(allowedOn(path))].sort();
  return allow.length === 0 || allow.includes(method)
    ? new DomainError('NOT_FOUND', { kind: 'route' })
    : new DomainError('METHOD_NOT_ALLOWED', { allow });
};
