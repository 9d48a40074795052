import { startService } from '@ctdb/chassis';
import { CatalogModule } from './catalog.module.js';

await startService({ name: 'catalog', module: CatalogModule });
