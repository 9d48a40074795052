import { StringDecoder } from 'node:string_decoder';
import { toContract } from '@ctdb/chassis';
import { deadLetter, deadLetterDetail, mailEvents } from '@ctdb/contracts';
import { z } from 'zod';
import { maskValue } from '../masking/masking.js';
import type { DeadLetterRecord } from './dead-letter.record.js';

const MAX_CONTENT_BYTES = 20_000;

/** A message may be anything: each part is read by itself, or left out. */
const readableEnvelope = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9.-]{1,200}$/)
    .optional()
    .catch(undefined),
  id: z.uuid().optional().catch(undefined),
  at: z.iso.datetime().optional().catch(undefined),
});

/** The JSON in a message; `undefined` if it is none. */
const parseJson = (content: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return undefined;
  }
};

/** The parts of the event's envelope that can be read. */
export const parseEnvelope = (content: Uint8Array) => {
  const { name, id, at } = readableEnvelope.safeParse(parseJson(content)).data ?? {};
  return {
    ...(name !== undefined && { event: name }),
    ...(id !== undefined && { eventId: id }),
    ...(at !== undefined && { at: new Date(at) }),
  };
};

const givenUpMail = z.object({ payload: mailEvents.ops.payload });

/** Of the event of a mail that was given up: what the mail is about. */
export const parseMailKind = (content: Uint8Array) =>
  givenUpMail.safeParse(parseJson(content)).data?.payload.kind;

/** A dead letter without its content. */
export const toDeadLetter = (record: Omit<DeadLetterRecord, 'content'>) =>
  toContract(deadLetter, record);

/** Text that is no JSON has no keys to mask it by, so nothing of it is shown. */
const maskedJson = (content: Uint8Array): string => {
  const json = parseJson(content);
  return json === undefined ? '' : JSON.stringify(maskValue(json), null, 2);
};

/** As many whole characters as fit. */
const truncate = (text: string): string =>
  new StringDecoder('utf8').write(Buffer.from(text).subarray(0, MAX_CONTENT_BYTES));

/** A dead letter with its content, masked. */
export const toDeadLetterDetail = ({ content, ...record }: DeadLetterRecord) => {
  const bytes = content.value();
  const text = maskedJson(bytes);
  const shown = truncate(text);
  return toContract(deadLetterDetail, {
    ...record,
    content: shown,
    isCut: shown.length < text.length,
    size: bytes.length,
  });
};
