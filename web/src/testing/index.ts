/** What almost every spec needs. */
export * from './mock-api';
export * from './page';
export * from './render';
