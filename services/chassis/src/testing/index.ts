export * from './event-spy.js';
export * from './hostile-names.js';
export * from './rpc-caller.js';
export * from './subjects.js';
export * from './tcp-proxy.js';
export * from './test-env.js';
export * from './test-service.js';
export * from './until.js';
