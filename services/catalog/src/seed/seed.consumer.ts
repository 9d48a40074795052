import { Handles } from '@ctdb/chassis';
import { listSampleTreatments } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { SeedService } from './seed.service.js';

/** Tells which treatments came with the database, so that pictures can be drawn for them. */
@Controller()
export class SeedConsumer {
  constructor(private readonly seed: SeedService) {}

  @Handles(listSampleTreatments)
  async list() {
    return { samples: await this.seed.list() };
  }
}
