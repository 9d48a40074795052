import { Injectable } from '@nestjs/common';
import passport from 'passport';
import type { Caller } from '../edge/edge.js';
import { AdminStrategy } from './admin.strategy.js';
import type { Attempt } from './attempt.js';
import { PassStrategy } from './pass.strategy.js';

type Middleware = (attempt: Attempt, response: object, next: (error: unknown) => void) => void;

/** Finds out who asks: an administrator by token, else a holder by cookie, else nobody. */
@Injectable()
export class Authenticator {
  private readonly passport = new passport.Passport();

  constructor(admin: AdminStrategy, pass: PassStrategy) {
    this.passport.use('admin', admin).use('pass', pass);
  }

  /** Rejects only when Redis cannot be asked; credentials that are not valid are none. */
  identify(attempt: Attempt): Promise<Caller | undefined> {
    if (!attempt.hasCredentials) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const done = (error: unknown, caller?: Caller | false | null): void => {
        if (error) reject(error as Error);
        else resolve(caller || undefined);
      };
      const run = this.passport.authenticate(['admin', 'pass'], { session: false }, done);
      (run as Middleware)(attempt, {}, reject);
    });
  }
}
