import { Injectable } from '@nestjs/common';
import { Strategy } from 'passport-custom';
import type { Attempt } from './attempt.js';
import { passAnswerOf } from './records.js';

/** Holders of a pass or plan: the random value of their cookie. */
@Injectable()
export class PassStrategy extends Strategy {
  constructor() {
    super((attempt, done) => {
      const { pass, now } = (attempt as unknown as Attempt).admitted;
      const answer = passAnswerOf(pass, now);
      done(null, typeof answer === 'object' && answer);
    });
  }
}
