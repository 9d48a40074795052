import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Admission } from './admission.js';
import { Cookies } from './cookies.js';
import { AccessGuard, AdmissionGuard, CallerGuard } from './guards.js';
import { Ledger } from './ledger.js';
import { AdminStrategy, PassStrategy } from './strategies.js';
import { UnknownRouteController } from './unknown-route.controller.js';

/** Identifies callers and decides what they may do; the guards run in this order. */
@Module({
  controllers: [UnknownRouteController],
  providers: [
    Admission,
    AdminStrategy,
    Cookies,
    Ledger,
    PassStrategy,
    { provide: APP_GUARD, useClass: AdmissionGuard },
    { provide: APP_GUARD, useClass: CallerGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [Cookies, Ledger],
})
export class AccessModule {}
