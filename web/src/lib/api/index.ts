export { ApiError, isCode, paramsOf, retryAfterOf } from './api-error';
export { call, callWithHeaders } from './call';
export { routes } from './routes';
