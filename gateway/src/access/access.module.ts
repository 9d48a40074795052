import { All, Controller, Module, Req } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { routeNotFound, getPath, reservedPatterns } from '../server/paths.js';
import { Admission } from './admission.js';
import { BrowserTokens } from './browser-tokens.js';
import { Cookies } from './cookies.js';
import { AccessGuard, AdmissionGuard, CallerGuard } from './guards.js';
import { PassClient } from './pass-client.js';
import { PersonStrategy, PassStrategy } from './strategies.js';

/** Answers calls of unknown routes, so that they count against the rate limit. */
@Controller()
export class UnknownRouteController {
  @All([...reservedPatterns])
  answer(@Req() request: FastifyRequest): never {
    throw routeNotFound(request.method, getPath(request.url));
  }
}

/** Identifies callers and decides what they may do; the guards run in this order. */
@Module({
  controllers: [UnknownRouteController],
  providers: [
    Admission,
    BrowserTokens,
    PersonStrategy,
    Cookies,
    PassClient,
    PassStrategy,
    { provide: APP_GUARD, useClass: AdmissionGuard },
    { provide: APP_GUARD, useClass: CallerGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [BrowserTokens, Cookies, PassClient],
})
export class AccessModule {}
