import { Module } from '@nestjs/common';
import { CATALOG_CONFIG } from '../config.js';
import { createTranslationEngine } from './engines/engines.js';
import { LanguageConsumer } from './language.consumer.js';
import { TRANSLATION_ENGINE, TranslationService } from './translation.service.js';

@Module({
  controllers: [LanguageConsumer],
  providers: [
    TranslationService,
    { provide: TRANSLATION_ENGINE, inject: [CATALOG_CONFIG], useFactory: createTranslationEngine },
  ],
})
export class LanguageModule {}
