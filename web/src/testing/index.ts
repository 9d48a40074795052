/** Exports the helpers of almost every spec. */
export * from './mock-api';
export * from './page';
export * from './render';
