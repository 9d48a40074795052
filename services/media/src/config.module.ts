import { Global, Module } from '@nestjs/common';
import { loadConfig, MEDIA_CONFIG } from './config.js';

@Global()
@Module({
  providers: [{ provide: MEDIA_CONFIG, useFactory: () => loadConfig() }],
  exports: [MEDIA_CONFIG],
})
export class ConfigModule {}
