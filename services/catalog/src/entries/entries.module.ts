import { Module } from '@nestjs/common';
import { EntryEvents } from './entry-events.js';

@Module({ providers: [EntryEvents], exports: [EntryEvents] })
export class EntriesModule {}
