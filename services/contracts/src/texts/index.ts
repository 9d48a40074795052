import type { IndianState } from '../constants/billing.js';
import type { LegalPageName } from '../constants/legal-pages.js';
import type { ErrorCode } from '../errors.js';
import errorList from '../errors.json' with { type: 'json' };
import type { Locale } from '../locale.js';
import { isolate } from '../text.js';
import type { MailKind } from '../mails.js';
import enDocuments from './en/documents.json' with { type: 'json' };
import enGateway from './en/gateway.json' with { type: 'json' };
import enLegalPages from './en/legalPages.json' with { type: 'json' };
import enMails from './en/mails.json' with { type: 'json' };
import enOperations from './en/operations.json' with { type: 'json' };
import enStates from './en/states.json' with { type: 'json' };
import knDocuments from './kn/documents.json' with { type: 'json' };
import knGateway from './kn/gateway.json' with { type: 'json' };
import knLegalPages from './kn/legalPages.json' with { type: 'json' };
import knMails from './kn/mails.json' with { type: 'json' };
import knOperations from './kn/operations.json' with { type: 'json' };
import knStates from './kn/states.json' with { type: 'json' };

/** A mail: its paragraphs, and the text of its link where it has one. */
interface MailText {
  readonly subject: string;
  readonly body: readonly string[];
  readonly action?: string;
}
/** The texts of one language; `{{name}}` stands for a value. A code without a text does not compile. */
export interface Texts {
  /**
   * `ACCESS_REQUIRED` is the text of access that has ended, `RATE_LIMITED` that of the limit of a
   * minute, `NOT_REFUNDABLE` that of any other reason.
   */
  readonly errors: Readonly<Record<keyof typeof errorList, string>>;
  readonly errorTitles: Readonly<Record<ErrorCode, string>>;
  /** What a check of a domain or a deployment finds, and what can be done about it. */
  readonly operations: typeof enOperations;
  /** Texts of receipts and credit notes. */
  readonly documents: typeof enDocuments;
  /** Names of states of India. */
  readonly states: Readonly<Record<IndianState, string>>;
  /** Texts that only the gateway sends. */
  readonly gateway: typeof enGateway;
  /** First versions of the public pages, in paragraphs. */
  readonly legalPages: Readonly<Record<LegalPageName, readonly string[]>>;
  readonly mails: {
    readonly footer: string;
    readonly mail: Readonly<Record<MailKind, MailText>>;
  };
}

const errorTexts = (locale: Locale) =>
  Object.fromEntries(
    Object.entries(errorList).map(([name, { text }]) => [name, text[locale]]),
  ) as Texts['errors'];

const errorTitles = (locale: Locale) =>
  Object.fromEntries(
    Object.entries(errorList).flatMap(([code, error]) =>
      'title' in error ? [[code, error.title[locale]]] : [],
    ),
  ) as Texts['errorTitles'];

/** The texts of errors, findings, results, mails and public pages, by language. Needs no zod. */
export const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    documents: enDocuments,
    errors: errorTexts('en'),
    errorTitles: errorTitles('en'),
    gateway: enGateway,
    legalPages: enLegalPages,
    mails: enMails,
    operations: enOperations,
    states: enStates,
  },
  kn: {
    documents: knDocuments,
    errors: errorTexts('kn'),
    errorTitles: errorTitles('kn'),
    gateway: knGateway,
    legalPages: knLegalPages,
    mails: knMails,
    operations: knOperations,
    states: knStates,
  },
};

/**
 * Returns `text` with every `{{name}}` replaced by its value, see {@link isolate}.
 * @param values the values by their names; a missing one becomes empty
 */
export const formatText = (
  text: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => isolate(String(values[name] ?? '')));

/** Returns the plural form of `count`, which is the same in both languages. */
export const pluralForm = (count: number): 'zero' | 'one' | 'other' =>
  count === 0 ? 'zero' : count === 1 ? 'one' : 'other';
