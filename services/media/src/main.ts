import 'reflect-metadata';
import { startService } from '@ctdb/chassis';
import { MediaModule } from './media.module.js';

await startService({ name: 'media', module: MediaModule });
