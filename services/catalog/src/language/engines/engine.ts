/** Translates English into Kannada, somewhere else. Texts never reach a log. */
export interface TranslationEngine {
  /** As shown beside a text that it wrote. */
  readonly name: string;
  /** Whether it translates into Kannada; rejects with {@link EngineError} when it cannot be asked. */
  supportsKannada(): Promise<boolean>;
  /** The Kannada text; rejects with {@link EngineError}. */
  translate(text: string): Promise<string>;
}

/** An engine that did not do its work. The message never holds what it was asked or answered. */
export class EngineError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EngineError';
  }
}
