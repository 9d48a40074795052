import { Module } from '@nestjs/common';
import { ProjectionModule } from '../projection/projection.module.js';
import { SeedConsumer } from './seed.consumer.js';
import { SeedRepository } from './seed.repository.js';
import { SeedService } from './seed.service.js';

@Module({
  imports: [ProjectionModule],
  controllers: [SeedConsumer],
  providers: [SeedService, SeedRepository],
  exports: [SeedService],
})
export class SeedModule {}
