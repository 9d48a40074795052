import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PassesModule } from '../passes/passes.module.js';
import { AccessCodesService } from './access-codes.service.js';
import { AccessConsumer } from './access.consumer.js';
import { accessLinksModel, AccessLinksRepository } from './access-links.repository.js';
import { AddressesService } from './addresses.service.js';
import { PracticeDataService } from './practice-data.service.js';
import { PracticeMails } from './practice-mails.service.js';
import { PracticesService } from './practices.service.js';

const services = [
  AccessCodesService,
  AccessLinksRepository,
  AddressesService,
  PracticeDataService,
  PracticeMails,
  PracticesService,
];

/** Which browser opens a practice: access codes, confirmed addresses, links. */
@Module({
  imports: [AccountsModule, PassesModule, accessLinksModel],
  controllers: [AccessConsumer],
  providers: services,
  exports: [PassesModule, ...services],
})
export class AccessModule {}
