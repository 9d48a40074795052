import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { PracticeRecord } from './practice.record.js';
import { PracticesRepository } from './practices.repository.js';

/** The records of practices, and of the browsers that open them. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: PracticeRecord.name, schema: SchemaFactory.createForClass(PracticeRecord) },
    ]),
  ],
  providers: [PracticesRepository],
  exports: [PracticesRepository],
})
export class PracticesModule {}
