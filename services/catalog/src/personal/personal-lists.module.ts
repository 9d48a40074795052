import { Module } from '@nestjs/common';
import { DiseasesModule } from '../diseases/diseases.module.js';
import { catalogModels } from '../records/models.js';
import { PersonalListsConsumer } from './personal-lists.consumer.js';
import { PersonalListsRepository } from './personal-lists.repository.js';
import { PersonalListsService } from './personal-lists.service.js';

@Module({
  imports: [catalogModels, DiseasesModule],
  controllers: [PersonalListsConsumer],
  providers: [PersonalListsService, PersonalListsRepository],
})
export class PersonalListsModule {}
