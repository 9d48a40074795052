import { Readable } from 'node:stream';
import { transferContentTypes, type TransferFormat } from '@ctdb/contracts';
import type { FastifyRequest } from 'fastify';
import { type Headers, HttpReply } from './http-reply.js';

/** One part of a text; `next` is where the following part begins, absent in the last one. */
interface Part {
  text: string;
  next?: string | undefined;
}

/** The headers of a file that the browser saves under this name and the time that it is of: today, unless named. */
export const toFileHeaders = (
  name: string,
  format: TransferFormat,
  time = new Date().toISOString().slice(0, 10),
): Headers => {
  const extension = format === 'csv' ? 'csv' : 'jsonl';
  return {
    'content-type': transferContentTypes[format],
    'content-disposition': `attachment; filename="${name}-${time}.${extension}"`,
  };
};

type ReadPart = (after?: string) => Promise<Part>;

async function* readAll(first: Part, read: ReadPart): AsyncGenerator<string> {
  for (let part = first; ; part = await read(part.next)) {
    yield part.text;
    if (part.next === undefined) return;
  }
}

/**
 * Answers with a text that is read part by part while the client takes it. A failure of the first part
 * is answered; one of a later part cuts the connection.
 */
export const sendParts = async ({ method }: FastifyRequest, headers: Headers, read: ReadPart) => {
  if (method === 'HEAD') return HttpReply.empty(headers);
  return HttpReply.raw(Readable.from(readAll(await read(), read), { objectMode: false }), headers);
};
