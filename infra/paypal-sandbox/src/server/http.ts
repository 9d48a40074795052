import fastify, { type FastifyTypeProvider } from 'fastify';
import { z } from 'zod';
import { RejectedError } from '../records/errors.ts';
import type { Account } from '../records/store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known in all routes that check credentials. */
    account: Account;
  }
  interface FastifyContextConfig {
    /** Injected faults refer to it; routes without it never fail. */
    call?: string;
  }
}

interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}
export type App = ReturnType<typeof newApp>;

/** Routes of one record. */
export const byId = { params: z.object({ id: z.string() }) };

/** The options of a route whose call can fail on demand, by this name. */
export const callOptions = <S extends object>(call: string, schema: S) => ({
  config: { call },
  schema,
});

const MAX_BODY_BYTES = 100_000;

const malformed = (message: string) => new RejectedError('INVALID_PARAMETER_VALUE', message, 400);

/** Fastify with Zod schemas. */
export function newApp() {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypes>();
  app.setValidatorCompiler(({ schema }) => (input: unknown) => {
    const { success, data, error } = (schema as z.ZodType).safeParse(input ?? {});
    return success ? { value: data } : { error: malformed(z.prettifyError(error)) };
  });
  // Forms, and JSON whatever the content type is. An empty body is an empty object.
  app.removeAllContentTypeParsers();
  const asText = { parseAs: 'string' } as const;
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    asText,
    async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
  );
  app.addContentTypeParser('*', asText, async (_request: unknown, text: string) => {
    try {
      return text.trim() === '' ? {} : (JSON.parse(text) as unknown);
    } catch {
      throw malformed('The body is not JSON.');
    }
  });
  return app;
}
