import { Injectable } from '@nestjs/common';
import passport from 'passport';
import type { Caller } from '../edge/edge.js';
import { AdminStrategy } from './admin.strategy.js';
import type { Attempt } from './attempt.js';
import { PassStrategy } from './pass.strategy.js';

type Middleware = (attempt: Attempt, response: object, next: (error: unknown) => void) => void;

const rethrow = (error: unknown): never => {
  throw error;
};

/** Finds out who asks: an administrator by token, else a holder by cookie, else nobody. */
@Injectable()
export class Authenticator {
  private readonly passport = new passport.Passport();

  constructor(admin: AdminStrategy, pass: PassStrategy) {
    this.passport.use('admin', admin).use('pass', pass);
  }

  /** Credentials that are not valid are none. The strategies know all they need: none waits. */
  identify(attempt: Attempt): Caller | undefined {
    const { strategies } = attempt;
    let caller: Caller | undefined;
    if (strategies.length === 0) return caller;
    const done = (error: unknown, found?: Caller | false | null): void => {
      if (error) rethrow(error);
      caller = found || undefined;
    };
    const run = this.passport.authenticate(strategies, { session: false }, done) as Middleware;
    run(attempt, {}, rethrow);
    return caller;
  }
}
