import { describe, expect, it } from '@jest/globals';
import { AppLogger } from '../logging/app-logger.js';
import { Health } from './health.js';
import { Metrics } from './metrics.js';

describe('the figures of a process', () => {
  it('tell of each dependency whether it can be used', async () => {
    const health = new Health(new AppLogger('test', 'silent'));
    let isAway = false;
    health.register('mongodb', () => undefined);
    health.register('redis', () => {
      if (isAway) throw new Error('away');
    });
    const metrics = new Metrics('test');
    metrics.observeDependencies(() => health.dependencies());
    const metric = () => metrics.getSingleMetricAsString('dependency_up');
    expect(await metric()).toContain('dependency_up{dependency="redis",service="test"} 1');
    isAway = true;
    expect(await metric()).toContain('dependency_up{dependency="redis",service="test"} 0');
    expect(await metric()).toContain('dependency_up{dependency="mongodb",service="test"} 1');
  });

  it('tell which version runs', async () => {
    const metrics = new Metrics('test');
    metrics.setBuild('1.4.0', '0fbdf5c6');
    expect(await metrics.getSingleMetricAsString('ctdb_build_info')).toContain(
      'ctdb_build_info{version="1.4.0",revision="0fbdf5c6",service="test"} 1',
    );
  });

  it('say nothing about a backlog that cannot be counted', async () => {
    const metrics = new Metrics('test');
    metrics.observeBacklog(() => Promise.reject(new Error('away')));
    const metric = await metrics.getSingleMetricAsString('outbox_backlog_documents');
    expect(metric).toContain('outbox_backlog_documents{service="test"} Nan');
  });
});
