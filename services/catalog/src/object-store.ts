import { ObjectStore, toStorageSettings } from '@ctdb/chassis/storage';
import type { FactoryProvider } from '@nestjs/common';
import { CATALOG_CONFIG, type CatalogConfig } from './config.js';

/** The catalog's bucket; without an S3 server its calls fail. */
export const objectStore: FactoryProvider<ObjectStore> = {
  provide: ObjectStore,
  inject: [CATALOG_CONFIG],
  useFactory: ({ S3_ENDPOINT, ...config }: CatalogConfig) =>
    new ObjectStore(
      S3_ENDPOINT === undefined
        ? undefined
        : toStorageSettings({ ...config, S3_ENDPOINT }, config.CATALOG_BUCKET),
    ),
};
