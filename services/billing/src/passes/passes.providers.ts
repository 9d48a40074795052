import type { Provider } from '@nestjs/common';
import { GrantsRepository } from './grants.repository.js';
import { GrantsService } from './grants.service.js';
import { KeyedMutex } from './keyed-mutex.js';
import { PassCache } from './pass-cache.js';
import { PassesService } from './passes.service.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

const LOCK_WAIT_MS = 2_000;

/** `PassesService` and what it needs, for the service and for commands beside it. */
export const passesProviders: Provider[] = [
  GrantsRepository,
  GrantsService,
  PassCache,
  PassesService,
  SubscriptionsRepository,
  SubscriptionsService,
  { provide: KeyedMutex, useFactory: () => new KeyedMutex(LOCK_WAIT_MS) },
];
