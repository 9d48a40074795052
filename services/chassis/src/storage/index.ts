export * from './object-store.js';
export * from './s3-env.js';
