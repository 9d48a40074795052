import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccountsConsumer } from './accounts.consumer.js';
import { AccountsRepository } from './accounts.repository.js';
import { FirstAdministrator } from './first-administrator.js';
import { PasswordChangeService } from './password-change.service.js';
import { LinksService } from './links.service.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { OwnerReset } from './owner-reset.js';
import { PasswordHasher } from './password-hasher.js';
import { PeopleConsumer } from './people.consumer.js';
import { PeopleRepository } from './people.repository.js';
import { PeopleService } from './people.service.js';
import { RefreshService } from './refresh.service.js';
import { SessionRevoker } from './session-revoker.js';
import { SessionsConsumer } from './sessions.consumer.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { ThrottleService } from './throttle.service.js';
import { UserRecord } from './user.record.js';

/** The collection `users`. */
export const accountsModel = MongooseModule.forFeature([
  { name: UserRecord.name, schema: SchemaFactory.createForClass(UserRecord) },
]);

/** Persons of the team: sign-in, sessions, passwords. */
@Module({
  imports: [accountsModel],
  controllers: [AccountsConsumer, PeopleConsumer, SessionsConsumer],
  providers: [
    AccountsRepository,
    FirstAdministrator,
    LinksService,
    OwnerReset,
    OwnSessionsService,
    PasswordChangeService,
    PasswordHasher,
    PeopleRepository,
    PeopleService,
    RefreshService,
    SessionRevoker,
    SessionsService,
    SignInService,
    ThrottleService,
  ],
  exports: [accountsModel, SessionRevoker, ThrottleService],
})
export class AccountsModule {}
