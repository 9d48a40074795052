import type { BrowserContext, ConsoleMessage, Response } from '@playwright/test';
import { becomes } from './expect.ts';

// Chromium also logs each failed response; `#checkResponse` reports it with more details.
const isAboutResponse = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource: the server responded');

/** Collects what goes wrong in a browser context without being seen on the page. */
export class Watch {
  readonly problems: string[] = [];
  readonly #allowed: { status: number; path: string }[] = [];
  #pending = 0;

  /** Starts to listen. Call it before the context opens a page. */
  static async start(context: BrowserContext): Promise<Watch> {
    await context.addInitScript(reportPolicyViolations);
    return new Watch(context);
  }

  private constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() !== 'error' || isAboutResponse(message)) return;
      this.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (event) => this.problems.push(`page error: ${event.error().message}`));
    context.on('response', (response) => this.#checkResponse(response));
    context.on('request', () => (this.#pending += 1));
    context.on('requestfinished', () => (this.#pending -= 1));
    context.on('requestfailed', () => (this.#pending -= 1));
  }

  /** From now on, responses with `status` for paths that begin with `path` are no problem. */
  allow(status: number, path: string): void {
    this.#allowed.push({ status, path });
  }

  /** Waits until every request has its answer. */
  settled(): Promise<void> {
    return becomes(() => this.#pending <= 0, true, 'requests have answers');
  }

  #checkResponse(response: Response): void {
    const status = response.status();
    if (status < 400) return;
    const { pathname } = new URL(response.url());
    const isAllowed = this.#allowed.some(
      (entry) => entry.status === status && pathname.startsWith(entry.path),
    );
    if (!isAllowed)
      this.problems.push(`${response.request().method()} ${pathname} responded ${status}`);
  }
}

/** Runs in the page: a violation of the Content-Security-Policy becomes an error on the console. */
const reportPolicyViolations = (): void => {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`CSP ${event.violatedDirective}: ${event.blockedURI} at ${event.sourceFile}`);
  });
};
