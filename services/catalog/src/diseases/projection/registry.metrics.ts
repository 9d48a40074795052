import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { RegistryProjection } from './registry-projection.js';

/** Metrics of the registry in memory, for alerts. */
@Injectable()
export class RegistryMetrics {
  constructor(metrics: Metrics, registry: RegistryProjection) {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [metrics],
        collect() {
          this.set(read());
        },
      });
    const help = 'Memory of the registry: its diseases and their index';
    gauge('registry_bytes', help, () => registry.size.bytes);
    gauge('registry_diseases', 'Diseases of the registry', () => registry.size.diseases);
  }
}
