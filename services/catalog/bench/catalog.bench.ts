import 'reflect-metadata';
import { diseaseInput } from '@ctdb/contracts';
import { NestFactory } from '@nestjs/core';
import { createConnection } from 'mongoose';
import { CatalogModule } from '../src/catalog.module.js';
import { commandContext, print, quantile } from './support.js';
import { DiseasesService } from '../src/diseases/diseases.service.js';
import { AnalyticsService } from '../src/analytics/analytics.service.js';
import { TrendsService } from '../src/analytics/trends.service.js';
import { RegistryProjection } from '../src/projection/registry-projection.js';
import { corpus } from './corpus.js';
import { insertBenchmarkData } from './load.js';
import { generateQueries } from './queries.js';

/**
 * Measures the catalog on the real servers with 100,000 diseases and as many history entries: how
 * long a start takes, and what its registry needs for an answer, the question to the database
 * about the revision included. MONGODB_URI, RABBITMQ_URL as for the service; the database named
 * `catalog_bench` is filled once and kept (`--drop` removes it).
 */
const SIZE = 100_000;
const PER_KIND = 300;
const DATABASE = 'catalog_bench';

const connection = createConnection(process.env['MONGODB_URI'] ?? '', { dbName: DATABASE });
await connection.asPromise();
if (process.argv.includes('--drop')) {
  await connection.dropDatabase();
  await connection.close();
  process.exit(0);
}
const diseases = corpus(SIZE);
if ((await connection.collection('diseases').estimatedDocumentCount()) === 0) {
  const begun = performance.now();
  await insertBenchmarkData(connection, diseases, SIZE);
  print(`filled the database in ${Math.round(performance.now() - begun)} ms`);
}
await connection.close();

Object.assign(process.env, {
  MONGODB_DB: DATABASE,
  MESSAGE_NAMESPACE: DATABASE,
  SEED_SAMPLE_DATA: 'false',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  SERVICE_TOKEN_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
});
const begun = performance.now();
const cpu = process.cpuUsage();
const app = await NestFactory.createApplicationContext(CatalogModule, { logger: false });
const { user, system } = process.cpuUsage(cpu);
print(
  `ready ${Math.round(performance.now() - begun)} ms after the start ` +
    `(${Math.round((user + system) / 1e3)} ms of processor time)`,
);
print(`process ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB RSS`);

const registry = app.get(RegistryProjection);
const samples = new Map<string, number[]>();
const time = async (kind: string, work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  const runs = samples.get(kind) ?? [];
  samples.set(kind, runs);
  runs.push(performance.now() - start);
};

for (const { kind, offset, limit, category, search } of generateQueries(diseases, PER_KIND))
  await time(kind, () =>
    registry.list({ category, search, limit, page: Math.floor(offset / limit) + 1 }),
  );

const service = app.get(DiseasesService, { strict: false });
for (let count = 0; count < PER_KIND; count += 1) {
  const names = { nameEn: `Bench ${count}`, nameKn: 'ಪರೀಕ್ಷೆ' };
  const input = diseaseInput.parse({ ...names, category: 'Other' });
  let id = '';
  await time('create', async () => ({ id } = await service.create(input, commandContext())));
  await time('page after a write', () => registry.list({ page: 1, limit: 10 }));
  await service.delete({ id }, commandContext());
}
const trends = app.get(TrendsService, { strict: false });
const analytics = app.get(AnalyticsService, { strict: false });
for (let count = 0; count < 10; count += 1) {
  await time('trends of a year', () => trends.get({ period: '1year' }));
  await time('analytics', () => analytics.get());
}
await app.close();

print(
  '\nmilliseconds'.padEnd(26) + ['p50', 'p99', 'max'].map((title) => title.padStart(9)).join(''),
);
for (const [kind, runs] of samples)
  print(
    kind.padEnd(25) +
      [0.5, 0.99, 1].map((share) => quantile(runs, share).toFixed(2).padStart(9)).join(''),
  );
process.exit(0);
