import { Module, type DynamicModule } from '@nestjs/common';

/** A process's own configuration, for all modules: `@Inject(CATALOG_CONFIG)`. */
@Module({})
export class ConfigModule {
  /** `load` is called when the application is created, and throws `ConfigError`. */
  static forRoot(token: symbol, load: () => object): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: token, useFactory: () => load() }],
      exports: [token],
    };
  }
}
