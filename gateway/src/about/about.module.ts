import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ConfigController } from './config.controller.js';
import { SessionController } from './session.controller.js';
import { EngineStates } from './engine-states.js';

/** What the gateway tells about itself and the caller. */
@Module({
  imports: [AccessModule],
  controllers: [ConfigController, SessionController],
  providers: [EngineStates],
})
export class AboutModule {}
