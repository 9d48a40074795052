import { compose } from '../docker.ts';
import { must } from '../report.ts';

/** Prints the product's own id of each order, a line each, as PayPal's API tells it. */
const OWN_IDS = `
  import { readFileSync } from 'node:fs';
  const { PAYPAL_SANDBOX_PORT: port, PAYPAL_SANDBOX_CLIENT_ID: id, PAYPAL_SANDBOX_CLIENT_SECRET_FILE: file } = process.env;
  const authorization = 'Basic ' + Buffer.from(id + ':' + readFileSync(file, 'utf8').trim()).toString('base64');
  const asked = async (path, init) => {
    const answer = await fetch('http://127.0.0.1:' + port + path, init);
    if (!answer.ok) throw new Error(path + ': ' + answer.status);
    return answer.json();
  };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const { access_token } = await asked('/v1/oauth2/token', { method: 'POST', headers: { authorization }, body });
  const headers = { authorization: 'Bearer ' + access_token };
  for (const order of process.argv.slice(1)) {
    const { purchase_units: [unit] } = await asked('/v2/checkout/orders/' + order, { headers });
    console.log(unit.custom_id);
  }`;

/** By what the product knows the orders that the stand-in has given these ids. */
export async function ownIds(orders: readonly string[]): Promise<string[]> {
  const program = ['--input-type=module', '-e', OWN_IDS, '--', ...orders];
  const told = await compose(['exec', '-T', 'paypal-sandbox', 'node', ...program]);
  const ids = told.split('\n').filter(Boolean);
  must(ids.length === orders.length, `the stand-in knows ${ids.length} of ${orders.length} orders`);
  must(new Set(ids).size === ids.length, 'the stand-in has one order twice');
  return ids;
}
