import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-custom';
import type { Caller } from '../edge/edge.js';
import type { Attempt } from './attempt.js';
import { passAnswerOf } from './records.js';

/** Holders of a pass or plan: the random value of their cookie. */
@Injectable()
export class PassStrategy extends PassportStrategy(Strategy, 'pass') {
  /** Called by Passport for every request that showed no valid administrator's token. */
  async validate(attempt: Attempt): Promise<Caller | false> {
    if (attempt.passToken === undefined) return false;
    const { pass, now } = await attempt.ask();
    const answer = passAnswerOf(pass, now);
    return typeof answer === 'object' && answer;
  }
}
