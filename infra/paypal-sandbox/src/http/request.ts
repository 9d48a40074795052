import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '../control/faults.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../store/account.ts';
import type { Answer } from './answer.ts';

/** A call, with everything that has been found out about it. */
export interface Incoming {
  sandbox: Sandbox;
  account: Account;
  headers: IncomingHttpHeaders;
  /** The part of the path that names the thing. */
  id: string;
  query: URLSearchParams;
  /** Parsed JSON. */
  body: unknown;
}

/** A path, and what answers there. Handlers are synchronous: each is one step that nothing comes between. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: RegExp;
  /** The name under which faults know it; routes without one never fail. */
  call?: Call;
  handle: (call: Incoming) => Answer;
}
