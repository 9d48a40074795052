import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { RegistryProjection } from './registry-projection.js';

/** Metrics of the registry in memory, for alerts. */
@Injectable()
export class RegistryMetrics {
  constructor(metrics: Metrics, registry: RegistryProjection) {
    const bytes = new Gauge({
      name: 'registry_bytes',
      help: 'Memory of the registry: its diseases and their index',
      registers: [metrics],
      collect: () => {
        bytes.set(registry.size.bytes);
      },
    });
    const diseases = new Gauge({
      name: 'registry_diseases',
      help: 'Diseases of the registry',
      registers: [metrics],
      collect: () => {
        diseases.set(registry.size.diseases);
      },
    });
  }
}
