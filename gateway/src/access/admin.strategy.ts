import { Injectable } from '@nestjs/common';
import { Strategy } from 'passport-http-bearer';
import type { Attempt } from './attempt.js';
import { administratorOf } from './records.js';

type Verify = (
  attempt: unknown,
  token: string,
  done: (error: unknown, user?: unknown) => void,
) => void;

/** Administrators: the opaque token of their session, as `Authorization: Bearer`. */
@Injectable()
export class AdminStrategy extends Strategy<Verify> {
  constructor() {
    super({ passReqToCallback: true }, (attempt, _token, done) => {
      const { session, now } = (attempt as Attempt).admitted;
      done(null, administratorOf(session, now) ?? false);
    });
  }
}
