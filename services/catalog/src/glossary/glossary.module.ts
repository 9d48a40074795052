import { Module } from '@nestjs/common';
import { GlossaryConsumer } from './glossary.consumer.js';

@Module({ controllers: [GlossaryConsumer] })
export class GlossaryModule {}
