import { Module } from '@nestjs/common';

/** Events that a service gave up. */
@Module({})
export class DeadLettersModule {}
