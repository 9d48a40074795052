import { Module } from '@nestjs/common';
import { DiseasesConsumer } from './diseases.consumer.js';
import { TrashRepository } from './trash.repository.js';

/** Hears what happens to diseases; in the process that answers messages. */
@Module({ controllers: [DiseasesConsumer], providers: [TrashRepository] })
export class TrashModule {}
