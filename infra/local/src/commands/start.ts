import { runProduct } from '../product/run-product.ts';

/** `npm start`: the whole product, until Ctrl-C. */
export function start(signal: AbortSignal): Promise<number> {
  return runProduct(signal, {
    mode: 'production',
    gatewayPort: async (_session, { port }) => port,
  });
}
