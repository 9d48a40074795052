import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { AccountsConsumer } from './accounts.consumer.js';
import { AccountsRepository } from './users/accounts.repository.js';
import { ChallengesService } from './factors/challenges.service.js';
import { FactorsConsumer } from './factors/factors.consumer.js';
import { FactorsService } from './factors/factors.service.js';
import { FirstAdministrator } from './people/first-administrator.js';
import { PasskeysService } from './factors/passkeys.service.js';
import { LinksService } from './people/links.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PeopleConsumer } from './people/people.consumer.js';
import { PeopleService } from './people/people.service.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sign-in.service.js';
import { ThrottleService } from './passwords/throttle.service.js';
import { UserRecord } from './users/user.record.js';

/** The collection `users`. */
export const accountsModel = recordModels(UserRecord);

/** Persons of the team: sign-in, sessions, passwords. */
@Module({
  imports: [accountsModel],
  controllers: [AccountsConsumer, FactorsConsumer, PeopleConsumer],
  providers: [
    AccountsRepository,
    ChallengesService,
    FactorsService,
    FirstAdministrator,
    LinksService,
    PasskeysService,
    PasswordHasher,
    PeopleService,
    SessionsService,
    SignInService,
    ThrottleService,
  ],
  exports: [accountsModel, AccountsRepository, SessionsService, ThrottleService],
})
export class AccountsModule {}
