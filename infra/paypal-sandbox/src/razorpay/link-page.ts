import { escapeUTF8 as escape } from 'entities/escape';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type App, byId } from '../http.ts';
import { formatMoney, redirect, sendUnknown, toLanguage } from '../page/approval-page.ts';
import { sendPage } from '../page/html.ts';
import { type Language, languageNames, texts } from '../page/texts.ts';
import type { Simulator } from '../simulator.ts';
import type { Account } from '../store/account.ts';
import type { Link } from '../store/model.ts';
import { sendPaymentEvents } from './events.ts';
import { isPayable, payLink, paymentsOf, returnAddress } from './links.ts';

const query = z.object({ lang: z.string().optional() });
const form = z.object({
  choice: z.enum(['pay', 'decline', 'pending']).optional().catch(undefined),
  vpa: z.string().trim().max(255).default(''),
});
const upiId = /^[\w.-]{2,}@[a-z][a-z0-9]{1,}$/i;

/** A payment link has no language: the page takes that of its description. */
const languageOf = ({ description = '' }: Link): Language =>
  /[\u0c80-\u0cff]/.test(description) ? 'kn' : 'en';

/** The page on which the buyer pays a link by UPI. */
export function linkPageRoutes(app: App, simulator: Simulator): void {
  const schema = { ...byId, querystring: query };
  app.get('/rzp/:id', { schema }, ({ params, query }, reply) => answer(reply, params.id, query));
  app.post('/rzp/:id', { schema: { ...schema, body: form } }, ({ params, query, body }, reply) =>
    answer(reply, params.id, query, body),
  );

  function answer(
    reply: FastifyReply,
    id: string,
    { lang }: z.output<typeof query>,
    filled?: z.output<typeof form>,
  ): FastifyReply {
    const found = simulator.store.find('link', id);
    if (found === undefined) return sendUnknown(reply, toLanguage(lang ?? ''));
    const { account, record: link } = found;
    const language = lang === undefined ? languageOf(link) : toLanguage(lang);
    if (!isPayable(account, link)) return sendClosed(reply, account, link, language);
    if (filled?.choice === undefined) return sendForm(reply, link, language, 'buyer@upi');
    if (!upiId.test(filled.vpa))
      return sendForm(reply.code(400), link, language, filled.vpa, 'upiError');
    const payment = payLink(account, link, filled.choice, { vpa: filled.vpa });
    sendPaymentEvents(simulator, account, payment);
    // Razorpay keeps the buyer of a failed payment on its page.
    if (payment.status === 'failed') return sendForm(reply, link, language, filled.vpa, 'failed');
    const back = returnAddress(account.get('link', id) ?? link, payment);
    return back === undefined ? sendClosed(reply, account, link, language) : redirect(reply, back);
  }
}

function sendForm(
  reply: FastifyReply,
  link: Link,
  language: Language,
  typed: string,
  fault?: 'upiError' | 'failed',
): FastifyReply {
  const text = texts[language];
  const isInvalid = fault === 'upiError';
  const button = (choice: string, words: string, more = '') =>
    `<button name="choice" value="${choice}"${more}>${escape(words)}</button>`;
  const amount = formatMoney(link.amount / 100, link.currency, language);
  const other = language === 'en' ? 'kn' : 'en';
  const body = `
<nav><a href="/rzp/${link.id}?lang=${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a></nav>
<h1>${escape(text.upiTitle)}</h1>
<p class="notice">${escape(text.notice)}</p>
<p>${escape(text.upiHint)}</p>
${fault === 'failed' ? `<p class="fault" role="alert">${escape(text.failed)}</p>` : ''}
<dl>${link.description === undefined ? '' : `<dt>${escape(text.purchase)}</dt><dd>${escape(link.description)}</dd>`}
<dt>${escape(text.amount)}</dt><dd>${escape(amount)}</dd></dl>
<form method="post" action="/rzp/${link.id}?lang=${language}">
<label for="vpa">${escape(text.upiId)}</label>
<input id="vpa" name="vpa" required maxlength="255" autocomplete="off" inputmode="email" value="${escape(typed)}" aria-describedby="${isInvalid ? 'fault hint' : 'hint'}"${isInvalid ? ' aria-invalid="true" autofocus' : ''}>
${isInvalid ? `<p class="fault" id="fault">${escape(text.upiError)}</p>` : ''}
<p class="hint" id="hint">${escape(text.upiIdHint)}</p>
${button('pay', text.upiPay, ' class="main"')}
<h2>${escape(text.others)}</h2>
${button('decline', text.upiDecline)}
${button('pending', text.upiPending)}
</form>`;
  const formTargets = link.callbackUrl === undefined ? [] : [link.callbackUrl];
  return sendPage(reply, language, body, formTargets);
}

/** Paid, waiting for the bank, or expired. */
function sendClosed(
  reply: FastifyReply,
  account: Account,
  link: Link,
  language: Language,
): FastifyReply {
  const { upiTitle, paid, expired, back } = texts[language];
  const payment = paymentsOf(account, link).find(({ status }) => status !== 'failed');
  const address = payment && returnAddress(link, payment);
  const way = address ? `<a class="button" href="${escape(address)}">${escape(back)}</a>` : '';
  const text = escape(payment ? paid : expired);
  return sendPage(reply, language, `<h1>${escape(upiTitle)}</h1><p>${text}</p>${way}`);
}
