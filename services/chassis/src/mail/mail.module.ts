import { Module, type DynamicModule, type InjectionToken } from '@nestjs/common';
import { recordModels } from '../data/stored-record.js';
import type { MailSettings } from './mail-env.js';
import { MailProcessor } from './mail.processor.js';
import { MailRecord } from './mail.record.js';
import { Mailer } from './mailer.js';
import { MAIL_SERVICE, Mails, type MailService } from './mails.repository.js';

interface MailModuleOptions<C> {
  service: MailService;
  /** Token of the service's configuration, and where its settings of mail are. */
  config: InjectionToken<C>;
  settings: (config: C) => MailSettings | undefined;
}

/**
 * Sends the mails of a service. It needs the queue `mail` of `JobsModule` and the collection `mails` in
 * `outboxCollections`, and a handler of the service's `mailEvents` that calls `Mails.retryGivenUp`.
 */
@Module({})
export class MailModule {
  static forRoot<C>({ service, config, settings }: MailModuleOptions<C>): DynamicModule {
    const models = recordModels(MailRecord);
    return {
      module: MailModule,
      global: true,
      imports: [models],
      providers: [
        MailProcessor,
        Mails,
        {
          provide: Mailer,
          inject: [config],
          useFactory: (given: C) => {
            const found = settings(given);
            return found && new Mailer(found);
          },
        },
        { provide: MAIL_SERVICE, useValue: service },
      ],
      exports: [Mails],
    };
  }
}
