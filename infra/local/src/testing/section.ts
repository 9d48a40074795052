import type { Outcome } from './counts.ts';

export interface SectionContext {
  /** Throw-away folder of this run. */
  folder: string;
  /** The environment that checks run in. */
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** A part of the tests. */
export interface Section {
  name: string;
  run: (context: SectionContext) => Promise<Outcome>;
}
