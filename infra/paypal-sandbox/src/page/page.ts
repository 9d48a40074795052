import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeUTF8 as escape } from 'entities/escape';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { choices, isPayable, type Order, toDecimal } from '../records/model.ts';
import { type App, byId } from '../server/http.ts';
import { returnAddress } from '../payments/razorpay-bodies.ts';
import type { Simulator } from '../server/simulator.ts';
import type { Account } from '../records/store.ts';
import texts from './texts.json' with { type: 'json' };

const query = z.object({ lang: z.enum(['en', 'kn']).optional().catch(undefined) });
const form = z.object({
  choice: z
    .enum([...choices, 'cancel'])
    .optional()
    .catch(undefined),
  payer: z.string().trim().max(255).default(''),
});
const names = { en: 'English', kn: 'ಕನ್ನಡ' };

/** How each provider asks for the payer: PayPal for an address, Razorpay for a UPI id. */
const payers = {
  paypal: { type: 'email', autocomplete: 'email', schema: z.email().max(254) },
  razorpay: {
    type: 'text',
    autocomplete: 'off',
    schema: z.string().regex(/^[\w.-]{2,}@[a-z][a-z0-9]+$/i),
  },
} as const;

/** The form as the buyer has sent it, and what is wrong with it. */
type Filled = { payer: string; error?: 'payerError' | 'failed' };

/** The payment page of both providers, on which the buyer pays or cancels. */
export function pageRoutes(app: App, simulator: Simulator): void {
  const schema = { ...byId, querystring: query };
  app.get(FONT_PATH, (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(font),
  );
  app.get('/pay/:id', { schema }, ({ params, query }, reply) => answer(reply, params.id, query));
  app.post('/pay/:id', { schema: { ...schema, body: form } }, ({ params, query, body }, reply) =>
    answer(reply, params.id, query, body),
  );

  function answer(
    reply: FastifyReply,
    id: string,
    { lang }: z.output<typeof query>,
    filled?: z.output<typeof form>,
  ): FastifyReply {
    const found = simulator.store.findOrder(id);
    if (found === undefined) {
      const { unknown, paypal } = texts[lang ?? 'en'];
      return sendPage(reply.code(404), lang ?? 'en', paypal.title, `<p>${escape(unknown)}</p>`);
    }
    const { account } = found;
    const order = { ...found.order, language: lang ?? found.order.language };
    if (!isPayable(order)) return sendClosed(reply, account, order);
    if (filled?.choice === undefined) {
      const isPaypal = order.provider === 'paypal';
      const payer = isPaypal ? `buyer${randomInt(100_000)}@example.com` : 'buyer@upi';
      return sendForm(reply, order, { payer: order.approval?.email ?? payer });
    }
    const { choice, payer } = filled;
    if (choice === 'cancel') return redirect(reply, toShop(order, order.cancelUrl));
    if (!payers[order.provider].schema.safeParse(payer).success)
      return sendForm(reply.code(400), order, { payer, error: 'payerError' });
    const email = order.provider === 'paypal' ? payer : undefined;
    const payment = simulator.payments.approve(account, found.order, { choice, email });
    // Razorpay keeps the buyer of a failed payment on its page.
    if (payment?.status === 'DECLINED') return sendForm(reply, order, { payer, error: 'failed' });
    return redirect(reply, payment ? returnAddress(account, order, payment) : toShop(order));
  }
}

function sendForm(reply: FastifyReply, order: Order, { payer, error }: Filled): FastifyReply {
  const { id, provider, language, description, amountMinor, currency } = order;
  const text = texts[language];
  const own = text[provider];
  const { type, autocomplete } = payers[provider];
  const isInvalid = error === 'payerError';
  const button = (choice: string, label: string, more = '') =>
    `<button name="choice" value="${choice}"${more}>${escape(label)}</button>`;
  const other = language === 'en' ? 'kn' : 'en';
  const amount = new Intl.NumberFormat(language === 'kn' ? 'kn-IN' : 'en-US', {
    style: 'currency',
    currency,
  }).format(Number(toDecimal(amountMinor)));
  const cancel = order.cancelUrl ? button('cancel', text.cancel, ' formnovalidate') : '';
  const body = `
<nav><a href="/pay/${id}?lang=${other}" lang="${other}" hreflang="${other}">${names[other]}</a></nav>
<p class="notice">${escape(text.notice)}</p>
<p>${escape(own.hint)}</p>
${error === 'failed' ? `<p class="fault" role="alert">${escape(text.failed)}</p>` : ''}
<dl><dt>${escape(text.purchase)}</dt><dd>${escape(description)}</dd>
<dt>${escape(text.amount)}</dt><dd>${escape(amount)}</dd></dl>
<form method="post" action="/pay/${id}?lang=${language}">
<label for="payer">${escape(own.payer)}</label>
<input id="payer" name="payer" type="${type}" required maxlength="254" autocomplete="${autocomplete}" value="${escape(payer)}" aria-describedby="${isInvalid ? 'fault hint' : 'hint'}"${isInvalid ? ' aria-invalid="true" autofocus' : ''}>
${isInvalid ? `<p class="fault" id="fault">${escape(own.payerError)}</p>` : ''}
<p class="hint" id="hint">${escape(own.payerHint)}</p>
${button('pay', own.pay, ' class="main"')}${cancel}
<h2>${escape(text.others)}</h2>
${button('decline', own.decline)}${button('pending', own.pending)}
</form>`;
  const formTargets = [order.returnUrl, order.cancelUrl ?? order.returnUrl];
  return sendPage(reply, language, own.title, body, formTargets);
}

/** Paid, in review, or expired. */
function sendClosed(reply: FastifyReply, account: Account, order: Order): FastifyReply {
  const { paid, expired, back, [order.provider]: own } = texts[order.language];
  const payment = order.payments.find(({ status }) => status !== 'DECLINED');
  const isPaypal = order.provider === 'paypal';
  if (!isPaypal && !payment)
    return sendPage(reply, order.language, own.title, `<p>${escape(expired)}</p>`);
  const address = isPaypal || !payment ? toShop(order) : returnAddress(account, order, payment);
  const link = `<a class="button" href="${escape(address)}">${escape(back)}</a>`;
  return sendPage(reply, order.language, own.title, `<p>${escape(paid)}</p>${link}`);
}

/** PayPal adds the order to the shop's URL. */
function toShop({ id, returnUrl }: Order, address = returnUrl): string {
  const url = new URL(address);
  url.searchParams.set('token', id);
  return url.href;
}

const redirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply.header('referrer-policy', 'no-referrer').redirect(location, 303);

/** The Kannada font of page.css: many machines have none. */
const FONT_PATH = '/fonts/noto-sans-kannada.woff2';

const FILE = import.meta
  .resolve('@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2');

const font = readFileSync(fileURLToPath(FILE));

const STYLE = readFileSync(new URL('page.css', import.meta.url), 'utf8');
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Sends a page without scripts. Its form may be sent here, and redirected to `formTargets`.
 * @param body HTML with escaped text
 */
function sendPage(
  reply: FastifyReply,
  language: string,
  title: string,
  body: string,
  formTargets: string[] = [],
): FastifyReply {
  const targets = ["'self'", ...new Set(formTargets.map((address) => new URL(address).origin))];
  return reply.type('text/html; charset=utf-8').headers({
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; font-src 'self'; img-src data:; form-action ${targets.join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
  }).send(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escape(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escape(title)}</h1>${body}</main></body>
</html>`);
}
