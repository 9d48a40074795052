import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '@ctdb/bench/product';
import { providers, type Control } from '@ctdb/containers/load/shop';

/** Calls the simulator of a product's launcher. */
export function controlOf({ folder, findProcess }: Product): Control {
  const secrets = readFileSync(join(folder, 'secrets.json'), 'utf8');
  const { testPayments } = JSON.parse(secrets) as { testPayments: string };
  return async (provider, method, path) => {
    const credentials = Buffer.from(`${providers[provider]}:${testPayments}`).toString('base64');
    const url = `http://127.0.0.1:${findProcess('paypal-sandbox')?.port ?? 0}${path}`;
    const headers = { authorization: `Basic ${credentials}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, body: method === 'POST' ? '{}' : null });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
}
