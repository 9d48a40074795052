import fastify, { type FastifyTypeProvider } from 'fastify';
import { z } from 'zod';
import { malformed, PaypalError } from './errors.ts';
import type { Call } from './faults.ts';
import type { Account } from './store/account.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Known in all routes that check credentials. */
    account: Account;
  }
  interface FastifyContextConfig {
    /** Injected faults refer to it; routes without it never fail. */
    call?: Call;
  }
}

interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}
export type App = ReturnType<typeof newApp>;

/** Routes of one record. */
export const byId = { params: z.object({ id: z.string() }) };

const MAX_BODY_BYTES = 100_000;

/** Fastify with Zod schemas and PayPal's errors of input. */
export function newApp() {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypes>();
  app.setValidatorCompiler(({ schema }) => validator(schema as z.ZodType));
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

/** Parses the input by the schema; INVALID_REQUEST names every error. */
function validator(schema: z.ZodType) {
  return (input: unknown) => {
    const { success, data, error } = schema.safeParse(input ?? {});
    if (success) return { value: data };
    const details = error.issues.map(({ path, message }) => ({
      issue: 'INVALID_PARAMETER_VALUE',
      description: message,
      field: `/${path.join('/')}`,
    }));
    return { error: new PaypalError(400, details) };
  };
}
