import { AppLogger } from '@ctdb/chassis';
import { clean, DomainError, glossary, type Replies } from '@ctdb/contracts';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CATALOG_CONFIG, type CatalogConfig } from '../config.js';
import { tokenize } from '../diseases/search/tokenize.js';
import { createTranslationEngine, type TranslationEngine } from './translation-engines.js';

/** How long an engine's answer about its languages is cached. */
const SUPPORT_CHECK_TTL_MS = { yes: 3_600_000, no: 60_000 };
const RETRY_AFTER_SECONDS = 30;

const hasKannada = /\p{Script=Kannada}/u;
const hasLetters = /\p{L}/u;

const joinWords = (text: string) => ` ${tokenize(text).join(' ')} `;

const terms = glossary.map(({ en, kn }) => ({ en, kn, words: joinWords(en) }));

/** Terms of the glossary that occur in `text` as whole words, exactly as they stand there. */
export const glossaryMatches = (text: string): { en: string; kn: string }[] => {
  const words = joinWords(text);
  return terms.filter((term) => words.includes(term.words)).map(({ en, kn }) => ({ en, kn }));
};

/** The rules of translation. */
@Injectable()
export class TranslationService implements OnApplicationBootstrap {
  private readonly engine: TranslationEngine | null;
  private known: { kannada: Promise<boolean>; until: number } | undefined;

  constructor(
    @Inject(CATALOG_CONFIG) config: CatalogConfig,
    private readonly logger: AppLogger,
  ) {
    this.engine = createTranslationEngine(config);
  }

  /** Checks the engine early; the start does not wait for it. */
  onApplicationBootstrap(): void {
    void this.usableEngine();
  }

  async state(): Promise<Replies['getTranslationState']> {
    const engine = await this.usableEngine();
    return { configured: engine !== null, engine: engine?.name ?? null };
  }

  async translate(text: string): Promise<Replies['translate']> {
    const engine = await this.usableEngine();
    if (!engine)
      throw new DomainError('TRANSLATION_NOT_CONFIGURED', { glossary: glossaryMatches(text) });
    let translated: string;
    try {
      translated = clean(await engine.translate(text));
    } catch (error) {
      throw this.toUnavailable(engine, error);
    }
    // English handed back is no translation, and Kannada is never filled with it.
    if (!translated || (hasLetters.test(text) && !hasKannada.test(translated)))
      throw this.toUnavailable(engine, new Error('translation engine returned no Kannada text'));
    return { text: translated, engine: engine.name, needsReview: true };
  }

  private async usableEngine(): Promise<TranslationEngine | null> {
    if (!this.engine) return null;
    const now = Date.now();
    if (!this.known || this.known.until <= now)
      this.known = {
        kannada: this.checkSupport(this.engine),
        until: now + SUPPORT_CHECK_TTL_MS.no,
      };
    return (await this.known.kannada) ? this.engine : null;
  }

  private async checkSupport(engine: TranslationEngine): Promise<boolean> {
    try {
      const kannada = await engine.supportsKannada();
      if (!kannada)
        this.logger.warn('translation engine does not support Kannada', { engine: engine.name });
      if (kannada && this.known) this.known.until = Date.now() + SUPPORT_CHECK_TTL_MS.yes;
      return kannada;
    } catch (error) {
      this.logger.warn('translation engine unavailable', { engine: engine.name }, error);
      return false;
    }
  }

  private toUnavailable(engine: TranslationEngine, error: unknown): DomainError {
    this.logger.warn('a translation failed', { engine: engine.name }, error);
    return new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  }
}
