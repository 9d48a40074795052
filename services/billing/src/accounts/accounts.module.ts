import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
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
import { LinkMails } from './link-mails.service.js';
import { LinksService } from './links.service.js';
import { OwnSessionsService } from './own-sessions.service.js';
import { OwnerReset } from './owner-reset.js';
import { PasswordHasher } from './password-hasher.js';
import { PeopleConsumer } from './people.consumer.js';
import { PeopleService } from './people.service.js';
import { SessionRevoker } from './session-revoker.js';
import { SessionsConsumer } from './sessions.consumer.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { ThrottleService } from './throttle.service.js';
import { UserRecord } from './user.record.js';

/** The collection `users`. */
export const accountsModel = recordModels(UserRecord);

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
    PasswordHasher,
    PeopleService,
    SessionRevoker,
    SessionsService,
    SignInService,
    ThrottleService,
  ],
  exports: [accountsModel, AccountsRepository, SessionRevoker, ThrottleService],
})
export class AccountsModule {}
