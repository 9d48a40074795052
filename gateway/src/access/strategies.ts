import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { type Caller, getRequestContext } from '../server/request-context.js';
import { toAdministrator, readPassRecord } from './records.js';

/** Administrators: the record behind the opaque token of `Authorization: Bearer`. */
@Injectable()
export class AdminStrategy extends PassportStrategy(Strategy, 'admin') {
  validate(request: FastifyRequest): Caller | false {
    const { admission } = getRequestContext(request);
    return toAdministrator(admission.session, admission.now) ?? false;
  }
}

/** Holders of a pass or plan: the record behind the random value of their cookie. */
@Injectable()
export class PassStrategy extends PassportStrategy(Strategy, 'pass') {
  validate(request: FastifyRequest): Caller | false {
    const { admission } = getRequestContext(request);
    const answer = readPassRecord(admission.pass, admission.now);
    return typeof answer === 'object' && answer;
  }
}
