import type { BrowserContext, ConsoleMessage, Response } from 'playwright-core';

/** An answer that a test provokes on purpose. */
interface Expected {
  status: number;
  path: string;
}

// Chromium reports each failed answer on the console as well; `onResponse` knows more about it.
const isAboutResponse = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Failed to load resource: the server responded');

/** Listens to everything that goes wrong in a browser context without being seen on the page. */
export class Watch {
  readonly problems: string[] = [];
  private readonly expected: Expected[] = [];

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() !== 'error' || isAboutResponse(message)) return;
      this.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (fault) => this.problems.push(`page error: ${fault.error().message}`));
    context.on('response', (response) => this.onResponse(response));
  }

  /** From now on, answers of `status` for paths that begin with `path` are no problem. */
  allow(status: number, path: string): void {
    this.expected.push({ status, path });
  }

  private onResponse(response: Response): void {
    const status = response.status();
    if (status < 400) return;
    const { pathname } = new URL(response.url());
    const isExpected = this.expected.some(
      (entry) => entry.status === status && pathname.startsWith(entry.path),
    );
    if (!isExpected)
      this.problems.push(`${response.request().method()} ${pathname} answered ${status}`);
  }
}

/** Runs in the page: what the Content-Security-Policy forbids becomes an error on the console. */
export const reportPolicyViolations = (): void => {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`CSP ${event.violatedDirective}: ${event.blockedURI} at ${event.sourceFile}`);
  });
};
