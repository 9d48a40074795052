import { OnEvent } from '@ctdb/chassis';
import { practiceEvents, type PayloadOf } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PracticesService } from './practices.service.js';

/** Follows what happens to practices. */
@Controller()
export class PracticesConsumer {
  constructor(private readonly practices: PracticesService) {}

  @OnEvent(practiceEvents.joined)
  joined({ from, into }: PayloadOf<typeof practiceEvents.joined>): Promise<void> {
    return this.practices.join(from, into);
  }

  @OnEvent(practiceEvents.erased)
  erased({ practice }: PayloadOf<typeof practiceEvents.erased>): Promise<void> {
    return this.practices.erase(practice);
  }
}
