import type { DeadLetter, DeadLetterDetail } from '@ctdb/contracts';
import { masked } from '../privacy/masking.js';
import type { DeadLetterRecord } from './dead-letter.schema.js';
import { jsonOf } from './envelope.js';

/** The most that is shown of what a letter says, in bytes. */
const SHOWN_BYTES = 20_000;

/** A letter without what it says. */
export const toDeadLetter = (record: Omit<DeadLetterRecord, 'content'>): DeadLetter => ({
  id: record._id.toHexString(),
  service: record.service,
  ...(record.event !== undefined && { event: record.event }),
  ...(record.eventId !== undefined && { eventId: record.eventId }),
  ...(record.at && { at: record.at.toISOString() }),
  deadAt: record.deadAt.toISOString(),
  reason: record.reason,
  state: record.state,
  ...(record.settledAt && { settledAt: record.settledAt.toISOString() }),
  ...(record.settledBy !== undefined && { settledBy: record.settledBy }),
});

/** What is no JSON has no keys to mask it by, so that nothing of it is shown. */
const shown = (content: Uint8Array): string => {
  const json = jsonOf(content);
  return json === undefined ? '' : JSON.stringify(masked(json), null, 2);
};

/** As many whole characters of it as fit. */
const cut = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= SHOWN_BYTES) return text;
  let end = SHOWN_BYTES;
  // Bytes in the middle of a character of UTF-8 begin with 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
};

/** A letter with what it says, masked. */
export const toDeadLetterDetail = (record: DeadLetterRecord): DeadLetterDetail => {
  const bytes = record.content.value();
  const text = shown(bytes);
  const content = cut(text);
  return {
    ...toDeadLetter(record),
    content,
    isCut: content.length < text.length,
    size: bytes.length,
  };
};
