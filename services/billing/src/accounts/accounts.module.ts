import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccountsConsumer } from './accounts.consumer.js';
import { AccountsRepository } from './accounts.repository.js';
import { FirstAdministrator } from './first-administrator.js';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordHasher } from './password-hasher.js';
import { RefreshService } from './refresh.service.js';
import { SessionRevoker } from './session-revoker.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { ThrottleService } from './throttle.service.js';
import { UserRecord } from './user.record.js';

const model = MongooseModule.forFeature([
  { name: UserRecord.name, schema: SchemaFactory.createForClass(UserRecord) },
]);

/** Persons of the team: sign-in, sessions, passwords. */
@Module({
  imports: [model],
  controllers: [AccountsConsumer],
  providers: [
    AccountsRepository,
    FirstAdministrator,
    PasswordChangeService,
    PasswordHasher,
    RefreshService,
    SessionRevoker,
    SessionsService,
    SignInService,
    ThrottleService,
  ],
  exports: [model, SessionRevoker, ThrottleService],
})
export class AccountsModule {}
