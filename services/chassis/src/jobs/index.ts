export * from './fenced.processor.js';
export * from './fenced.repository.js';
export * from './jobs.module.js';
