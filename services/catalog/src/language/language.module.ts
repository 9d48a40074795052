import { Module } from '@nestjs/common';
import { LanguageConsumer } from './language.consumer.js';
import { TranslationService } from './translation.service.js';

@Module({
  controllers: [LanguageConsumer],
  providers: [TranslationService],
})
export class LanguageModule {}
