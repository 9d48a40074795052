import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AccountsController } from './accounts.controller.js';

/** The routes that billing answers. */
@Module({ imports: [AccessModule], controllers: [AccountsController] })
export class AccountsModule {}
