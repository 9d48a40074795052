/** A failure that the operator can fix. It is printed without a stack trace. */
export class LaunchError extends Error {
  readonly hints: string[];

  constructor(message: string, ...hints: string[]) {
    super(message);
    this.name = 'LaunchError';
    this.hints = hints;
  }
}

/** The work was stopped, because the launcher is stopping or other work has failed. */
export class StoppedError extends LaunchError {
  constructor() {
    super('Stopped.');
  }
}

/** Formats any error for the operator. */
export function formatError(error: unknown): string {
  if (error instanceof LaunchError) return [error.message, ...error.hints].join('\n  ');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
