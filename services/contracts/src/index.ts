export * from './declarations.js';
export * from './routes-and-messages.js';
