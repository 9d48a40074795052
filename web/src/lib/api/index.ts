export { ApiError, isCode, paramsOf, retryAfterOf } from './api-error';
export { call, callWithHeaders, toPage } from './call';
export { routes } from './routes';
