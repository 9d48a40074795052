import { Module } from '@nestjs/common';
import { loadConfig } from '../config.js';
import { createTranslationEngine } from './engine.factory.js';
import { LanguageConsumer } from './language.consumer.js';
import { TRANSLATION_ENGINE, TranslationService } from './translation.service.js';

@Module({
  controllers: [LanguageConsumer],
  providers: [
    TranslationService,
    { provide: TRANSLATION_ENGINE, useFactory: () => createTranslationEngine(loadConfig()) },
  ],
})
export class LanguageModule {}
