import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { type Caller, getRequestContext } from '../http/request-context.js';
import { toPerson, readPassRecord } from './records.js';

/** Persons of the team: the record behind the opaque token of `Authorization: Bearer`. */
@Injectable()
export class PersonStrategy extends PassportStrategy(Strategy, 'person') {
  validate(request: FastifyRequest): Caller | false {
    const { admission } = getRequestContext(request);
    return toPerson(admission.session, admission.now) ?? false;
  }
}

/** Buyers of a pass or plan: the record behind the random value of their cookie. */
@Injectable()
export class PassStrategy extends PassportStrategy(Strategy, 'pass') {
  validate(request: FastifyRequest): Caller | false {
    const { admission } = getRequestContext(request);
    const answer = readPassRecord(admission.pass, admission.now);
    return typeof answer === 'object' && answer;
  }
}
