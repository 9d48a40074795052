import { Module } from '@nestjs/common';
import { AdminStrategy } from './admin.strategy.js';
import { Admission } from './admission.js';
import { Authenticator } from './authenticator.js';
import { Cookies } from './cookies.js';
import { Gatekeeper } from './gatekeeper.js';
import { Ledger } from './ledger.js';
import { PassStrategy } from './pass.strategy.js';

/** Who asks, and whether they may. */
@Module({
  providers: [Admission, AdminStrategy, Authenticator, Cookies, Gatekeeper, Ledger, PassStrategy],
  exports: [Cookies, Gatekeeper, Ledger],
})
export class AccessModule {}
