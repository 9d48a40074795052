import { AMQP_NAMES, AmqpLink, AppLogger, DeadLetterBox, type AmqpNames } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { DeadLettersConsumer } from './dead-letters.consumer.js';
import { DeadLettersRepository } from './dead-letters.repository.js';
import { DeadLettersService } from './dead-letters.service.js';
import { LetterCarrier } from './letter-carrier.js';

/** Events that a service gave up. */
@Module({
  controllers: [DeadLettersConsumer],
  providers: [
    DeadLettersService,
    DeadLettersRepository,
    LetterCarrier,
    {
      provide: DeadLetterBox,
      inject: [AmqpLink, AMQP_NAMES, AppLogger],
      useFactory: (link: AmqpLink, names: AmqpNames, logger: AppLogger) =>
        new DeadLetterBox({ link, names, logger }),
    },
  ],
  exports: [DeadLettersService],
})
export class DeadLettersModule {}
