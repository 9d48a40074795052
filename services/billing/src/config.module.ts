import { Global, Module } from '@nestjs/common';
import { BILLING_CONFIG, loadConfig } from './config.js';

@Global()
@Module({
  providers: [{ provide: BILLING_CONFIG, useFactory: () => loadConfig() }],
  exports: [BILLING_CONFIG],
})
export class ConfigModule {}
