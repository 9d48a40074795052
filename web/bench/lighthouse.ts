/**
 * Measures the public pages of a running product with Lighthouse (mobile), each beside a bare static
 * page: the same HTML, style sheet and fonts without scripts. Fails unless each page gets 95 or comes
 * within 3 points of its bare page, without a layout shift: `BASE_URL=… npm run lighthouse -w web`
 */
import { Console } from 'node:console';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';

const origin = process.env['BASE_URL'] ?? 'http://127.0.0.1:8080';
/** The pages are measured in this language, as its cookie asks for it. */
const language = process.env['LANGUAGE'] ?? 'en';
const RUNS = Number(process.env['RUNS'] ?? 3);
const PORT = 9_333;
const MIN_SCORE = 95;
const MAX_DIFFERENCE = 3;
const paths = ['/', '/hourly-access', '/subscribe', '/payment', '/admin-login', '/no-such-page'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const;

type Row = Record<(typeof categories)[number] | keyof typeof metrics, number>;

/** Serves the pages of the product without their scripts, compressed as the gateway does it. */
const startBareServer = async () => {
  const server = createServer((request, response) => {
    const answer = async () => {
      const { accept = '*/*', cookie = '' } = request.headers;
      const page = await fetch(`${origin}${request.url}`, { headers: { accept, cookie } });
      const type = page.headers.get('content-type') ?? '';
      const body = Buffer.from(await page.arrayBuffer());
      response.writeHead(page.status, {
        'content-type': type,
        ...(!type.startsWith('font') && { 'content-encoding': 'br' }),
      });
      if (type.startsWith('font')) return response.end(body);
      const bare = body.toString().replace(/<script\b[^>]*><\/script>/g, '');
      return response.end(brotliCompressSync(type.startsWith('text/html') ? bare : body));
    };
    answer().catch((error: Error) => response.writeHead(502).end(error.message));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const measureOnce = async (url: string): Promise<Row> => {
  const result = await lighthouse(url, {
    port: PORT,
    onlyCategories: [...categories],
    extraHeaders: { Cookie: `language=${language}` },
  });
  if (!result) throw new Error(`no result for ${url}`);
  const { categories: scores, audits } = result.lhr;
  return Object.fromEntries([
    ...categories.map((name) => [name, Math.round((scores[name]?.score ?? 0) * 100)]),
    ...Object.entries(metrics).map(([name, audit]) => [name, audits[audit]?.numericValue ?? NaN]),
  ]) as Row;
};

/** The run with the median score. */
const measure = async (url: string): Promise<Row> => {
  const rows: Row[] = [];
  for (let run = 0; run < RUNS; run += 1) rows.push(await measureOnce(url));
  rows.sort((one, other) => one.performance - other.performance);
  return rows[Math.floor(rows.length / 2)] as Row;
};

const show = (path: string, kind: string, row: Row) => ({
  path,
  kind,
  performance: row.performance,
  'FCP ms': Math.round(row.fcp),
  'LCP ms': Math.round(row.lcp),
  'TBT ms': Math.round(row.tbt),
  CLS: Number(row.cls.toFixed(3)),
  'a11y/practices/SEO': `${row.accessibility}/${row['best-practices']}/${row.seo}`,
});

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${PORT}`],
});
const bare = await startBareServer();
const table = [];
let hasFailed = false;
try {
  for (const path of paths) {
    const bareRow = await measure(`${bare.origin}${path}`);
    const row = await measure(`${origin}${path}`);
    table.push(show(path, 'bare', bareRow), show(path, 'ours', row));
    const wanted = Math.min(MIN_SCORE, bareRow.performance - MAX_DIFFERENCE);
    if (row.performance < wanted || row.cls >= 0.0005) hasFailed = true;
  }
} finally {
  await browser.close();
  bare.server.close();
  bare.server.closeAllConnections();
}
new Console(process.stdout).table(table);
process.exitCode = hasFailed ? 1 : 0;
