import { Module } from '@nestjs/common';
import { loadConfig } from '../config.js';
import { engineOf } from './engine.factory.js';
import { TranslationConsumer } from './translation.consumer.js';
import { ENGINE, TranslationService } from './translation.service.js';

@Module({
  controllers: [TranslationConsumer],
  providers: [TranslationService, { provide: ENGINE, useFactory: () => engineOf(loadConfig()) }],
})
export class TranslationModule {}
