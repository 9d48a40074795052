import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { RegistryProjection } from './registry-projection.js';

/** Metrics of the registry in memory, for alerts. */
@Injectable()
export class RegistryMetrics {
  constructor(metrics: Metrics, registry: RegistryProjection) {
    const registers = [metrics];
    new Gauge({
      name: 'registry_bytes',
      help: 'Memory of the registry: its diseases and their index',
      registers,
      collect() {
        this.set(registry.size.bytes);
      },
    });
    new Gauge({
      name: 'registry_diseases',
      help: 'Diseases of the registry',
      registers,
      collect() {
        this.set(registry.size.diseases);
      },
    });
  }
}
