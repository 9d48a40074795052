import { Module } from '@nestjs/common';
import { PassesModule } from '../passes/passes.module.js';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { AccessConsumer } from './access.consumer.js';
import { RefundRequestsService } from './refund-requests.service.js';
import { RestoreService } from './restore.service.js';

@Module({
  imports: [PassesModule, ThrottleModule],
  controllers: [AccessConsumer],
  providers: [RefundRequestsService, RestoreService],
})
export class AccessModule {}
