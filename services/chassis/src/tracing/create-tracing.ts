import type { ChassisConfig } from '../config/chassis-env.js';
import type { AppLogger } from '../logging/app-logger.js';
import { traceHttpCalls } from './trace-http-calls.js';
import { Tracing } from './tracing.js';

/** The traces of this process. OpenTelemetry is loaded only where a collector is set. */
export const createTracing = async (
  service: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG, VERSION }: ChassisConfig,
  logger: AppLogger,
): Promise<Tracing> => {
  if (endpoint === undefined) return new Tracing();
  const { createOtlpExporter } = await import('./otlp-exporter.js');
  const exporter = createOtlpExporter(endpoint, { service, version: VERSION }, logger);
  const close = (): Promise<void> => {
    stop();
    return exporter.close();
  };
  const tracing = new Tracing({ ...exporter, close }, OTEL_TRACES_SAMPLER_ARG);
  const stop = traceHttpCalls(tracing, new URL(endpoint).host);
  return tracing;
};
