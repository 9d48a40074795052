import { Module } from '@nestjs/common';
import { mediaChassis } from './chassis.js';
import { ConfigModule } from './config.module.js';
import { RunOnce } from './runs/run-once.js';
import { RunsModule } from './runs/runs.module.js';

@Module({
  imports: [ConfigModule, mediaChassis('media-run'), RunsModule],
  providers: [RunOnce],
})
export class RunModule {}
