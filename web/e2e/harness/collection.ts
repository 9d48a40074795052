import type { Api } from './api.ts';
import { languages } from './texts.ts';
import type { Visitor, VisitorOptions } from './visitor.ts';

/**
 * When a test runs: `untouched` while the registry holds nothing but the sample data, `any`
 * beside others, `alone` one after the other at the end.
 */
export type Phase = 'untouched' | 'any' | 'alone';
export const phases: readonly Phase[] = ['untouched', 'any', 'alone'];

export interface TestOptions extends Omit<VisitorOptions, 'stored' | 'cookies'> {
  /** Signed in with the session that all tests share; it must not be ended. */
  as?: 'admin';
  phase?: Phase;
  /** How many times as long as others it may take; absent: once. */
  times?: number;
}

/** What a test gets: a visitor, the API, and more visitors when it asks. */
export interface Stage extends Visitor {
  api: Api;
  another: (options?: TestOptions) => Promise<Visitor>;
}

type Body = (stage: Stage) => Promise<void>;

export interface Test {
  name: string;
  options: TestOptions;
  body: Body;
}

export const tests: Test[] = [];

/** Adds a test. */
export const test = (name: string, options: TestOptions, body: Body): void => {
  if (tests.some((other) => other.name === name)) throw new Error(`two tests are called ${name}`);
  tests.push({ name, options, body });
};

/** Adds the test once for each language. */
export const inBothLanguages = (name: string, options: TestOptions, body: Body): void => {
  for (const language of languages) test(`${name} · ${language}`, { ...options, language }, body);
};
