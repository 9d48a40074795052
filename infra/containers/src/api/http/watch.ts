import type { Answer } from './answer.ts';

/** What every answer of the API carries, whoever asks and whatever comes of it. */
const always: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin/,
  'permissions-policy': /camera=\(\)/,
  'content-security-policy': /default-src 'none'/,
};

/** What tells strangers more than they need, or lets other sites read answers. */
const never = /^(server|x-powered-by|access-control-.*)$/;

/** A few answers are kept by their reader alone, and asked about each time. */
const revalidated = /^(GET|HEAD) \/(uploads\/|api\/diseases(\?|$))/;

function* faultsOf(answer: Answer): Generator<string> {
  const { headers, status } = answer;
  for (const [name, wanted] of Object.entries(always))
    if (!wanted.test(answer.header(name))) yield `${name} is "${answer.header(name)}"`;
  for (const name of headers.keys()) if (never.test(name)) yield `it has ${name}`;
  const policy = answer.header('content-security-policy');
  if (/unsafe|script-src/.test(policy) || !policy.includes("frame-ancestors 'none'"))
    yield `the policy is "${policy}"`;
  if (answer.header('x-request-id') !== answer.requestId)
    yield `x-request-id is "${answer.header('x-request-id')}", not ${answer.requestId}`;
  const isKept = status < 400 && revalidated.test(answer.asked);
  if (answer.header('cache-control') !== (isKept ? 'private, no-cache' : 'no-store'))
    yield `cache-control is "${answer.header('cache-control')}"`;
  // Of the 5xx only 501 is an answer: translation or payments that nobody has set up.
  if (status >= 500 && status !== 501) yield 'it is a fault of the server';
  if (status === 429) yield 'the rate limits are too low for a test';
  if (status >= 400 && !answer.header('content-type').startsWith('application/problem+json'))
    yield `the content type is "${answer.header('content-type')}"`;
  for (const cookie of headers.getSetCookie())
    if (!/; HttpOnly/.test(cookie) || !/; SameSite=(Lax|Strict)/.test(cookie))
      yield `the cookie ${cookie.split('=')[0] ?? ''} is open to scripts or other sites`;
}

/** Looks at every answer of this run. */
export class Watch {
  answers = 0;
  readonly faults: string[] = [];

  see(answer: Answer): void {
    this.answers += 1;
    for (const fault of faultsOf(answer)) this.faults.push(`${answer.words}\n  ${fault}`);
  }
}

/** The one of this run. */
export const watch = new Watch();
