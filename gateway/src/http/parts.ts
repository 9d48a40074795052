import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Headers, HttpReply } from './http-reply.js';

/** One part of a text; `next` is where the following part begins, absent in the last one. */
interface Part {
  text: string;
  next?: string | undefined;
}

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
export const sendParts = async (
  { method }: FastifyRequest,
  headers: Headers,
  read: ReadPart,
): Promise<HttpReply<never>> => {
  if (method === 'HEAD') return HttpReply.empty(headers);
  return HttpReply.raw(Readable.from(readAll(await read(), read), { objectMode: false }), headers);
};
