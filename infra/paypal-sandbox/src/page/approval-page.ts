import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { HttpResponse } from '../http/response.ts';
import { approveOrder } from '../money/orders.ts';
import type { Simulator } from '../start.ts';
import { choices, type Order } from '../store/model.ts';
import { orderApprovedEvent } from '../webhooks/events.ts';
import { escape, htmlPage } from './html.ts';
import { type Language, languageNames, texts } from './texts.ts';

interface FormState {
  email: string;
  hasError: boolean;
}

/** Renders the page on which the buyer approves or cancels an order. */
function approvalPage(order: Order, language: Language, typed: FormState): HttpResponse {
  const text = texts[language];
  if (order.captureId !== undefined) return paidPage(order, language);
  const described = typed.hasError ? 'fault hint' : 'hint';
  const button = (choice: string, words: string, more = '') =>
    `<button name="choice" value="${choice}"${more}>${escape(words)}</button>`;
  const body = `
<nav>${otherLanguage(order.id, language)}</nav>
<h1>${escape(text.title)}</h1>
<p class="notice">${escape(text.notice)}</p>
<p>${escape(text.simulatorHint)}</p>
<dl>${order.description === undefined ? '' : `<dt>${escape(text.purchase)}</dt><dd>${escape(order.description)}</dd>`}
<dt>${escape(text.amount)}</dt><dd>${escape(money(order, language))}</dd></dl>
<form method="post" action="/checkoutnow?token=${order.id}&amp;lang=${language}">
<label for="email">${escape(text.email)}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${escape(typed.email)}" aria-describedby="${described}"${typed.hasError ? ' aria-invalid="true" autofocus' : ''}>
${typed.hasError ? `<p class="fault" id="fault">${escape(text.emailError)}</p>` : ''}
<p class="hint" id="hint">${escape(text.emailHint)}</p>
${button('pay', text.pay, ' class="main"')}
${button('cancel', text.cancel, ' formnovalidate')}
<h2>${escape(text.others)}</h2>
${button('decline', text.decline)}
${button('pending', text.pending)}
</form>`;
  const formTargets = [order.returnUrl, order.cancelUrl].filter((one) => one !== undefined);
  return htmlPage(language, text.title, body, typed.hasError ? 400 : 200, formTargets);
}

/** Renders the page of an unknown order. */
function unknownPage(language: Language): HttpResponse {
  const { title, unknown } = texts[language];
  return htmlPage(language, title, `<h1>${escape(title)}</h1><p>${escape(unknown)}</p>`, 404);
}

function paidPage(order: Order, language: Language): HttpResponse {
  const { title, paid, back } = texts[language];
  const link = order.returnUrl
    ? `<a class="button" href="${escape(withToken(order.returnUrl, order))}">${escape(back)}</a>`
    : '';
  const body = `<h1>${escape(title)}</h1><p>${escape(paid)}</p>${link}`;
  return htmlPage(language, title, body);
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

function money({ amount }: Order, language: Language): string {
  const format = new Intl.NumberFormat(language === 'kn' ? 'kn-IN' : 'en-US', {
    style: 'currency',
    currency: amount.currency_code,
  });
  return format.format(Number(amount.value));
}

const choice = z.enum([...choices, 'cancel']);
const email = z.email().max(254);

/** Serves the payment page and handles its form. */
export function servePage(
  simulator: Simulator,
  query: URLSearchParams,
  form?: URLSearchParams,
): HttpResponse {
  const found = simulator.store.findOrder(query.get('token') ?? '');
  const asked = query.get('lang');
  if (found === undefined) return unknownPage(asked === 'kn' ? 'kn' : 'en');
  const { account, order } = found;
  const language = toLanguage(asked ?? order.locale);
  const chosen = choice.safeParse(form?.get('choice'));
  if (form === undefined || !chosen.success || order.captureId !== undefined) {
    const known = order.approval?.email ?? `buyer${randomInt(100_000)}@example.com`;
    return approvalPage(order, language, { email: known, hasError: false });
  }
  if (chosen.data === 'cancel') {
    const page = `${simulator.pageOrigin}/checkoutnow`;
    return redirect(withToken(order.cancelUrl ?? page, order, false));
  }
  const typed = form.get('email')?.trim() ?? '';
  if (!email.safeParse(typed).success) {
    return approvalPage(order, language, { email: typed, hasError: true });
  }
  const approved = approveOrder(account, order.id, chosen.data, typed);
  simulator.webhookSender.send(account, orderApprovedEvent(account, approved, simulator));
  if (approved.returnUrl === undefined) {
    return approvalPage(approved, language, { email: typed, hasError: false });
  }
  return redirect(withToken(approved.returnUrl, approved));
}

function redirect(location: string): HttpResponse {
  return { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } };
}

const toLanguage = (locale: string): Language => (/^kn\b/.test(locale) ? 'kn' : 'en');
