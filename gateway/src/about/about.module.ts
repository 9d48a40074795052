import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { SessionController } from './session.controller.js';
import { TranslationState } from './translation-state.js';

/** What the gateway tells about itself and the caller. */
@Module({ controllers: [ConfigController, SessionController], providers: [TranslationState] })
export class AboutModule {}
