import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import type { Caller } from '../edge/edge.js';
import type { Attempt } from './attempt.js';
import { administratorOf } from './records.js';

/** Administrators: the opaque token of their session, as `Authorization: Bearer`. */
@Injectable()
export class AdminStrategy extends PassportStrategy(Strategy, 'admin') {
  constructor() {
    super({ passReqToCallback: true });
  }

  /** Called by Passport with the token that it found. */
  async validate(attempt: Attempt, token: string): Promise<Caller | false> {
    const { session, now } = await attempt.ask(token);
    return administratorOf(session, now) ?? false;
  }
}
