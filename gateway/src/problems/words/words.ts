import type { ErrorCode, ErrorParams } from '@ctdb/contracts';

/** What people read of an error: a heading, and a sentence that may need the parameters. */
export interface Wording<C extends ErrorCode> {
  readonly title: string;
  readonly message: string | ((params: ErrorParams<C>) => string);
}

/** The wording of every error in one language. A code without words does not compile. */
export type Words = { readonly [C in ErrorCode]: Wording<C> };
