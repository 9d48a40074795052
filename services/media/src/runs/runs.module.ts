import { Module } from '@nestjs/common';
import { ImagesModule } from '../images/images.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { RunBell } from './run-bell.js';
import { RunEvents } from './run-events.js';
import { BackupLogRepository } from './run-log.repository.js';
import { RunReaper } from './run-reaper.js';
import { RunStarter } from './run-starter.js';
import { RunsRepository } from './runs.repository.js';
import { RUN_TIMING, runTiming } from './timing.js';

/** What both processes do with runs: start them, tell of them, fail those that are lost. */
@Module({
  imports: [ImagesModule, QueuesModule],
  providers: [
    RunsRepository,
    BackupLogRepository,
    RunEvents,
    RunBell,
    RunStarter,
    RunReaper,
    { provide: RUN_TIMING, useValue: runTiming },
  ],
  exports: [RunsRepository, BackupLogRepository, RunEvents, RunBell, RunStarter, RUN_TIMING],
})
export class RunsModule {}
