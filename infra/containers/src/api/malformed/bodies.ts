import { MAX_JSON_BODY, type RouteContract, type RouteName } from '@ctdb/contracts';
import { table } from '../contract.ts';
import { Faults } from '../faults.ts';
import type { Question } from '../http/visitor.ts';
import { refused, type Refusal } from '../problems.ts';
import { questionOf } from '../tour.ts';
import type { World } from '../world.ts';
import { mutationsOf } from './mutations.ts';
import { callerOf, faultsOf, refusedFor, sampleOf } from './request.ts';

/** Routes that take JSON and have it checked by their contract. */
const withBody = table.filter(([, { body, multipart }]) => body !== undefined && !multipart);

function* wrongValues(
  world: World,
  name: RouteName,
  route: RouteContract,
): Generator<[string, () => Promise<unknown>]> {
  const sample = sampleOf(world, name);
  for (const [what, changed] of mutationsOf(sample.body)) {
    // As it arrives: a value that JSON does not know is not sent.
    const body: unknown = JSON.parse(JSON.stringify(changed));
    const faults = faultsOf(route, 'body', body);
    // What the contract takes is no fault, e.g. a long text where long texts are welcome.
    if (faults.length === 0) continue;
    yield [`${name}: ${what}`, () => refusedFor(world, name, { ...sample, body }, faults)];
  }
}

/** Unknown keys, wrong types, texts that are too long or broken, in every place of every body. */
export async function values(world: World): Promise<string> {
  const faults = new Faults();
  for (const [name, route] of withBody) await faults.ofEach(wrongValues(world, name, route));
  faults.finish();
  return `${faults.looked} bodies for ${withBody.length} routes`;
}

const json = 'application/json';
const malformed: Refusal = { status: 400, code: 'MALFORMED_BODY' };
const unsupported: Refusal = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' };
const tooLarge: Refusal = { status: 413, code: 'PAYLOAD_TOO_LARGE' };

/** What is no JSON, or comes as something else. */
const raw: [string, Question['body'], Record<string, string>, Refusal][] = [
  ['it is cut off', '{"nameEn": "x', { 'content-type': json }, malformed],
  ['it is no JSON', "{'a': 1}", { 'content-type': json }, malformed],
  ['it is empty', '', { 'content-type': json }, malformed],
  ['it is no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), { 'content-type': json }, malformed],
  ['it reaches a prototype', '{"__proto__": {"admin": 1}}', { 'content-type': json }, malformed],
  ['it is plain text', '{}', { 'content-type': 'text/plain' }, unsupported],
  ['it is a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, unsupported],
  ['it is packed', '{}', { 'content-type': json, 'content-encoding': 'gzip' }, unsupported],
  ['it is too large', `"${'x'.repeat(MAX_JSON_BODY)}"`, { 'content-type': json }, tooLarge],
];

/** Bodies that no handler gets to see. */
export async function unreadable(world: World): Promise<string> {
  const faults = new Faults();
  for (const [name] of withBody)
    await faults.ofEach(
      raw.map(([what, body, headers, refusal]) => [
        `${name}: ${what}`,
        () => {
          const { params } = sampleOf(world, name);
          const question = questionOf(name, { params }, { body, headers });
          return refused(callerOf(world, name), question, refusal);
        },
      ]),
    );
  faults.finish();
  return `${faults.looked} bodies for ${withBody.length} routes`;
}
