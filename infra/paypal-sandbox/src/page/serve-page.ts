import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../http/answer.ts';
import { approveOrder } from '../money/orders.ts';
import type { Sandbox } from '../sandbox.ts';
import { choices } from '../store/model.ts';
import { orderApproved } from '../webhooks/events.ts';
import { approvalPage, unknownPage, withToken } from './approval-page.ts';
import type { Language } from './texts.ts';

const choice = z.enum([...choices, 'cancel']);
const email = z.email().max(254);

/** The buyer's page, and what its buttons do. */
export function servePage(
  sandbox: Sandbox,
  query: URLSearchParams,
  form?: URLSearchParams,
): Answer {
  const found = sandbox.store.findOrder(query.get('token') ?? '');
  const asked = query.get('lang');
  if (found === undefined) return unknownPage(asked === 'kn' ? 'kn' : 'en');
  const { account, order } = found;
  const language = languageOf(asked ?? order.locale);
  const chosen = choice.safeParse(form?.get('choice'));
  if (form === undefined || !chosen.success || order.captureId !== undefined) {
    const known = order.approval?.email ?? `buyer${randomInt(100_000)}@example.com`;
    return approvalPage(order, language, { email: known, fault: false });
  }
  if (chosen.data === 'cancel') {
    const page = `${sandbox.pageOrigin}/checkoutnow`;
    return leadTo(withToken(order.cancelUrl ?? page, order, false));
  }
  const typed = form.get('email')?.trim() ?? '';
  if (!email.safeParse(typed).success) {
    return approvalPage(order, language, { email: typed, fault: true });
  }
  const approved = approveOrder(account, order.id, chosen.data, typed);
  sandbox.deliverer.send(account, orderApproved(account, approved, sandbox));
  if (approved.returnUrl === undefined) {
    return approvalPage(approved, language, { email: typed, fault: false });
  }
  return leadTo(withToken(approved.returnUrl, approved));
}

function leadTo(location: string): Answer {
  return { status: 303, headers: { location, 'referrer-policy': 'no-referrer' } };
}

const languageOf = (locale: string): Language => (/^kn\b/.test(locale) ? 'kn' : 'en');
