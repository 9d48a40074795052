import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccountsConsumer } from './accounts.consumer.js';
import { AccountsRepository } from './accounts.repository.js';
import { ChallengesService } from './challenges.service.js';
import { ConfirmationService } from './confirmation.service.js';
import { ContactsService } from './contacts.service.js';
import { FactorsConsumer } from './factors.consumer.js';
import { FactorsRepository } from './factors.repository.js';
import { FactorsService } from './factors.service.js';
import { FirstAdministrator } from './first-administrator.js';
import { PasskeysService } from './passkeys.service.js';
import { PasswordChangeService } from './password-change.service.js';
import { LinkMails } from './link-mails.service.js';
import { LinksService } from './links.service.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { OwnerReset } from './owner-reset.js';
import { PasswordHasher } from './password-hasher.js';
import { PeopleConsumer } from './people.consumer.js';
import { PeopleRepository } from './people.repository.js';
import { PeopleService } from './people.service.js';
import { PersonErasure } from './person-erasure.service.js';
import { RefreshService } from './refresh.service.js';
import { SecondStepService } from './second-step.service.js';
import { SessionRevoker } from './session-revoker.js';
import { SessionStarter } from './session-starter.js';
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
  controllers: [AccountsConsumer, FactorsConsumer, PeopleConsumer, SessionsConsumer],
  providers: [
    AccountsRepository,
    ChallengesService,
    ConfirmationService,
    ContactsService,
    FactorsRepository,
    FactorsService,
    FirstAdministrator,
    LinkMails,
    LinksService,
    OwnerReset,
    OwnSessionsService,
    PasskeysService,
    PasswordChangeService,
    PasswordHasher,
    PeopleRepository,
    PeopleService,
    PersonErasure,
    RefreshService,
    SecondStepService,
    SessionRevoker,
    SessionStarter,
    SessionsService,
    SignInService,
    ThrottleService,
  ],
  exports: [accountsModel, PeopleRepository, SessionRevoker, ThrottleService],
})
export class AccountsModule {}
