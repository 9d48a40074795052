import 'reflect-metadata';
import { startService } from '@ctdb/chassis';
import { BillingModule } from './billing.module.js';

await startService({ name: 'billing', module: BillingModule });
