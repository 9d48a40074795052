export * from './declarations.js';
export * from './routes.js';
