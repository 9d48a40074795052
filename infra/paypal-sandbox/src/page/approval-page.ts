import { randomInt } from 'node:crypto';
import { escapeUTF8 as escape } from 'entities/escape';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../http.ts';
import { approveOrder } from '../money/orders.ts';
import type { Simulator } from '../simulator.ts';
import { choices, type Order } from '../store/model.ts';
import { sendOrderApprovedEvent } from '../money/events.ts';
import { font, FONT_PATH, sendPage } from './html.ts';
import { type Language, languageNames, texts } from './texts.ts';

const query = z.object({ token: z.string().default(''), lang: z.string().optional() });
const form = z.object({
  choice: z
    .enum([...choices, 'cancel'])
    .optional()
    .catch(undefined),
  email: z.string().trim().default(''),
});
const email = z.email().max(254);

/** The payment page, on which the buyer approves or cancels an order. */
export function pageRoutes(app: App, simulator: Simulator): void {
  app.get(FONT_PATH, (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(font),
  );
  app.get('/checkoutnow', { schema: { querystring: query } }, (request, reply) =>
    sendResult(reply, request.query),
  );
  app.post('/checkoutnow', { schema: { querystring: query, body: form } }, (request, reply) =>
    sendResult(reply, request.query, request.body),
  );

  function sendResult(
    reply: FastifyReply,
    { token, lang }: z.output<typeof query>,
    filled?: z.output<typeof form>,
  ): FastifyReply {
    const found = simulator.store.find('order', token);
    if (found === undefined) return sendUnknown(reply, toLanguage(lang ?? ''));
    const { account, record: order } = found;
    const language = toLanguage(lang ?? order.locale);
    if (order.captureId !== undefined) return sendPaid(reply, order, language);
    if (filled?.choice === undefined) {
      const known = order.approval?.email ?? `buyer${randomInt(100_000)}@example.com`;
      return sendForm(reply, order, language, known);
    }
    if (filled.choice === 'cancel') {
      const shop = order.cancelUrl ?? `${simulator.pageOrigin}/checkoutnow`;
      return redirect(reply, withToken(shop, order, false));
    }
    if (!email.safeParse(filled.email).success) {
      return sendForm(reply.code(400), order, language, filled.email, true);
    }
    const approved = approveOrder(account, order.id, {
      choice: filled.choice,
      email: filled.email,
    });
    sendOrderApprovedEvent(simulator, account, approved);
    return approved.returnUrl === undefined
      ? sendForm(reply, approved, language, filled.email)
      : redirect(reply, withToken(approved.returnUrl, approved));
  }
}

function sendForm(
  reply: FastifyReply,
  order: Order,
  language: Language,
  typed: string,
  hasError = false,
): FastifyReply {
  const text = texts[language];
  const described = hasError ? 'fault hint' : 'hint';
  const button = (choice: string, words: string, more = '') =>
    `<button name="choice" value="${choice}"${more}>${escape(words)}</button>`;
  const body = `
<nav>${otherLanguage(order.id, language)}</nav>
<h1>${escape(text.title)}</h1>
<p class="notice">${escape(text.notice)}</p>
<p>${escape(text.simulatorHint)}</p>
<dl>${order.description === undefined ? '' : `<dt>${escape(text.purchase)}</dt><dd>${escape(order.description)}</dd>`}
<dt>${escape(text.amount)}</dt><dd>${escape(formatMoney(Number(order.amount.value), order.amount.currency_code, language))}</dd></dl>
<form method="post" action="/checkoutnow?token=${order.id}&amp;lang=${language}">
<label for="email">${escape(text.email)}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${escape(typed)}" aria-describedby="${described}"${hasError ? ' aria-invalid="true" autofocus' : ''}>
${hasError ? `<p class="fault" id="fault">${escape(text.emailError)}</p>` : ''}
<p class="hint" id="hint">${escape(text.emailHint)}</p>
${button('pay', text.pay, ' class="main"')}
${button('cancel', text.cancel, ' formnovalidate')}
<h2>${escape(text.others)}</h2>
${button('decline', text.decline)}
${button('pending', text.pending)}
</form>`;
  const formTargets = [order.returnUrl, order.cancelUrl].filter((one) => one !== undefined);
  return sendPage(reply, language, body, formTargets);
}

export function sendUnknown(reply: FastifyReply, language: Language): FastifyReply {
  const { title, unknown } = texts[language];
  const body = `<h1>${escape(title)}</h1><p>${escape(unknown)}</p>`;
  return sendPage(reply.code(404), language, body);
}

function sendPaid(reply: FastifyReply, order: Order, language: Language): FastifyReply {
  const { title, paid, back } = texts[language];
  const link = order.returnUrl
    ? `<a class="button" href="${escape(withToken(order.returnUrl, order))}">${escape(back)}</a>`
    : '';
  const body = `<h1>${escape(title)}</h1><p>${escape(paid)}</p>${link}`;
  return sendPage(reply, language, body);
}

/** Adds the order to the shop's URL. */
function withToken(address: string, { id, approval }: Order, payer = true): string {
  const url = new URL(address);
  url.searchParams.set('token', id);
  if (payer && approval !== undefined) url.searchParams.set('PayerID', approval.payerId);
  return url.href;
}

function otherLanguage(id: string, language: Language): string {
  const other = language === 'en' ? 'kn' : 'en';
  return `<a href="/checkoutnow?token=${id}&amp;lang=${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`;
}

export function formatMoney(value: number, currency: string, language: Language): string {
  const locale = language === 'kn' ? 'kn-IN' : 'en-US';
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value);
}

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(location, 303);
}

export const toLanguage = (locale: string): Language => (/^kn\b/.test(locale) ? 'kn' : 'en');
