import { z } from 'zod';
import { emailPattern } from './constants/billing.js';

// C0 controls but tab, line feed and carriage return; DEL.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const lineBreak = /[\n\r\u0085\u2028\u2029]/;

const textSchema = () =>
  z
    .string()
    .refine((value) => value.isWellFormed(), { error: 'BROKEN_UNICODE' })
    .refine((value) => !controlCharacters.test(value), { error: 'CONTROL_CHARACTERS' })
    .normalize('NFC')
    .trim();

/**
 * Creates the schema of a required text: NFC, trimmed, without control characters.
 * @param max maximum length in UTF-16 code units, after trimming
 * @param blankCode error code of a blank text
 */
export const requiredText = (max: number, blankCode: FieldErrorCode = 'REQUIRED') =>
  textSchema().min(1, { error: blankCode }).max(max);

/** Creates the schema of a required text on one line, see {@link requiredText}. */
export const requiredLine = (max: number) =>
  requiredText(max).refine((value) => !lineBreak.test(value), { error: 'LINE_BREAK' });

/**
 * Creates the schema of an optional text; a missing one becomes empty.
 * @param max maximum length in UTF-16 code units, after trimming
 */
export const optionalText = (max: number) => textSchema().max(max).default('');

/** An e-mail address, checked in its form only. */
export const emailAddress = z.string().trim().max(254).regex(emailPattern);

/** The Kannada twin of a text in a reply; blank where there is none. */
export const kannadaText = z.string().default('');

/** What can be wrong with one field; the client words it in the reader's language. */
export const fieldErrorCodes = [
  'REQUIRED',
  'TOO_LONG',
  'TOO_SHORT',
  'TOO_MANY',
  'TOO_FEW',
  'OUT_OF_RANGE',
  'WRONG_TYPE',
  'WRONG_FORMAT',
  'NOT_ALLOWED',
  'UNKNOWN_KEY',
  'BROKEN_UNICODE',
  'CONTROL_CHARACTERS',
  'LINE_BREAK',
  'NAME_TAKEN',
  'DATE_IN_FUTURE',
  'DATE_TOO_EARLY',
  'DATE_TOO_LATE',
  'NOTE_EMPTY',
  'HISTORY_TREATMENT_EMPTY',
  'HISTORY_PRACTITIONER_EMPTY',
  'HISTORY_PATIENT_EMPTY',
] as const;

/** One of {@link fieldErrorCodes}. */
export type FieldErrorCode = (typeof fieldErrorCodes)[number];
