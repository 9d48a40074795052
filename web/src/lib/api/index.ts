export { ApiError, isCode, paramsOf, retryAfterOf } from './api-error';
export { call, callWithHeaders, type Answer, type CallOptions } from './call';
export { routes } from './routes';
