import { Global, Module } from '@nestjs/common';
import { loadConfig, OPS_CONFIG } from './config.js';

@Global()
@Module({
  providers: [{ provide: OPS_CONFIG, useFactory: () => loadConfig() }],
  exports: [OPS_CONFIG],
})
export class ConfigModule {}
