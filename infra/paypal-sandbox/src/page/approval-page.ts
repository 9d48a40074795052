import type { Answer } from '../http/answer.ts';
import type { Order } from '../store/model.ts';
import { escape, htmlPage } from './html.ts';
import { languageNames, texts, type Language } from './texts.ts';

/** What the form holds when it comes back with a fault. */
export interface Typed {
  email: string;
  fault: boolean;
}

/** Where the buyer agrees to an order, or does not. */
export function approvalPage(order: Order, language: Language, typed: Typed): Answer {
  const text = texts[language];
  if (order.captureId !== undefined) return paidPage(order, language);
  const described = typed.fault ? 'fault hint' : 'hint';
  const button = (choice: string, words: string, more = '') =>
    `<button name="choice" value="${choice}"${more}>${escape(words)}</button>`;
  const body = `
<nav>${otherLanguage(order.id, language)}</nav>
<h1>${escape(text.title)}</h1>
<p class="notice">${escape(text.notice)}</p>
<p>${escape(text.standIn)}</p>
<dl>${order.description === undefined ? '' : `<dt>${escape(text.purchase)}</dt><dd>${escape(order.description)}</dd>`}
<dt>${escape(text.amount)}</dt><dd>${escape(money(order, language))}</dd></dl>
<form method="post" action="/checkoutnow?token=${order.id}&amp;lang=${language}">
<label for="email">${escape(text.email)}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${escape(typed.email)}" aria-describedby="${described}"${typed.fault ? ' aria-invalid="true" autofocus' : ''}>
${typed.fault ? `<p class="fault" id="fault">${escape(text.emailFault)}</p>` : ''}
<p class="hint" id="hint">${escape(text.emailHint)}</p>
${button('pay', text.pay, ' class="main"')}
${button('cancel', text.cancel, ' formnovalidate')}
<h2>${escape(text.others)}</h2>
${button('decline', text.decline)}
${button('pending', text.pending)}
</form>`;
  const leadsTo = [order.returnUrl, order.cancelUrl].filter((one) => one !== undefined);
  return htmlPage(language, text.title, body, typed.fault ? 400 : 200, leadsTo);
}

/** An order that is not, or not here. */
export function unknownPage(language: Language): Answer {
  const { title, unknown } = texts[language];
  return htmlPage(language, title, `<h1>${escape(title)}</h1><p>${escape(unknown)}</p>`, 404);
}

function paidPage(order: Order, language: Language): Answer {
  const { title, paid, back } = texts[language];
  const link = order.returnUrl
    ? `<a class="button" href="${escape(withToken(order.returnUrl, order))}">${escape(back)}</a>`
    : '';
  const body = `<h1>${escape(title)}</h1><p>${escape(paid)}</p>${link}`;
  return htmlPage(language, title, body);
}

/** Where the buyer goes from here. */
export function withToken(address: string, { id, approval }: Order, payer = true): string {
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
