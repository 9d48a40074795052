export { ApiError, isCode, findParams, findRetryAfter } from './api-error';
export { call, callWithHeaders, toPage } from './call';
export { routes } from './routes';
