import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { AccountEvents } from './account-events.js';
import { AccountsConsumer } from './accounts.consumer.js';
import { AccountsRepository } from './accounts.repository.js';
import { FirstAdministrator } from './first-administrator.js';
import { PasswordChangeService } from './password-change.service.js';
import { RefreshService } from './refresh.service.js';
import { SessionEnder } from './session-ender.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [PasswordsModule, SessionsModule, ThrottleModule],
  controllers: [AccountsConsumer],
  providers: [
    AccountEvents,
    AccountsRepository,
    FirstAdministrator,
    PasswordChangeService,
    RefreshService,
    SessionEnder,
    SignInService,
  ],
})
export class AccountsModule {}
