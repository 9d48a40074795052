import 'reflect-metadata';
import { startService } from '@ctdb/chassis';
import { OpsModule } from './ops.module.js';

await startService({ name: 'ops', module: OpsModule });
