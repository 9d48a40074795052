export { ApiError, isCode, findParams, findRetryAfter } from './api-error';
export { call, callWithHeaders, toPage } from './call';
export { currentQuery, pagedQuery, routeQuery } from './queries';
export { routes } from './routes';
