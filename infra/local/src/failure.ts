/** A failure whose cause the operator can do something about: told without a stack trace. */
export class LaunchError extends Error {
  readonly advice: string[];

  constructor(message: string, ...advice: string[]) {
    super(message);
    this.name = 'LaunchError';
    this.advice = advice;
  }
}

/** The work was given up because the launcher is stopping or something else failed first. */
export class StoppedError extends LaunchError {
  constructor() {
    super('Stopped.');
  }
}

/** What the operator reads of any failure. */
export function describeFailure(error: unknown): string {
  if (error instanceof LaunchError) return [error.message, ...error.advice].join('\n  ');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
