import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { escapeUTF8 as escape } from 'entities/escape';
import type { FastifyReply } from 'fastify';

/** The Kannada font: many machines have none. */
export const FONT_PATH = '/fonts/noto-sans-kannada.woff2';

const FILE = import.meta
  .resolve('@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2');

export const font = readFileSync(fileURLToPath(FILE));

const STYLE = `
@font-face { font-family: 'Noto Sans Kannada'; src: url('${FONT_PATH}') format('woff2'); font-weight: 100 900; font-display: swap; unicode-range: U+0C80-0CFF, U+200C-200D, U+25CC; }
:root { color-scheme: light dark; --line: light-dark(#6b7280, #9aa4b2); --main: light-dark(#1d4ed8, #93c5fd); --on-main: light-dark(#fff, #0b1220); --notice: light-dark(#fef3c7, #3b2f0b); }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; font: 1rem/1.6 'Noto Sans Kannada', system-ui, sans-serif; background: light-dark(#f6f7f9, #0f141c); color: light-dark(#111827, #e8ecf2); }
main { max-width: 30rem; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.4; } h2 { font-size: 1rem; margin: 1.5rem 0 0; }
.notice { background: var(--notice); border: 2px solid currentColor; border-radius: .5rem; padding: .75rem 1rem; font-weight: 600; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; } dt { font-weight: 600; } dd { margin: 0; text-align: end; }
label { display: block; font-weight: 600; margin-top: 1rem; } .hint, .fault { margin: .25rem 0 0; } .fault { color: light-dark(#b91c1c, #fca5a5); font-weight: 600; }
input, button, .button { font: inherit; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: light-dark(#fff, #18202c); color: inherit; }
button, .button { display: block; margin-top: .75rem; cursor: pointer; text-align: center; text-decoration: none; } .main { background: var(--main); border-color: var(--main); color: var(--on-main); font-weight: 600; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; } a { color: var(--main); } nav { text-align: end; } nav a { display: inline-block; padding: .5rem; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Sends a page without scripts. Its form may be sent here, and redirected to `formTargets`.
 * @param body HTML with escaped text
 */
export function sendPage(
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
