import { z } from 'zod';
import type { FieldErrorCode } from './field-errors.js';
import { clean, isEmail, toEmail, toPlain } from './text.js';

// But tab, line feed, carriage return and next line.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;

const lineBreak = /[\t\n\r\u0085\u2028\u2029]/;

const textSchema = () =>
  z
    .string()
    .refine((value) => value.isWellFormed(), { error: 'BROKEN_UNICODE' })
    .refine((value) => !controlCharacters.test(value), { error: 'CONTROL_CHARACTERS' })
    .overwrite(clean);

const onOneLine = (schema: z.ZodString) =>
  schema.refine((value) => !lineBreak.test(value), { error: 'LINE_BREAK' });

/**
 * Creates the schema of a required text, see {@link clean}. It shows at least one character.
 * @param max maximum length in UTF-16 code units, after cleaning
 * @param blankCode error code of a blank text
 */
export const requiredText = (max: number, blankCode: FieldErrorCode = 'REQUIRED') =>
  textSchema().min(1, { error: blankCode }).max(max);

/** Creates the schema of a required text without line breaks and tabs, see {@link requiredText}. */
export const requiredLine = (max: number, blankCode?: FieldErrorCode) =>
  onOneLine(requiredText(max, blankCode));

/**
 * Creates the schema of an optional text, see {@link clean}; a missing one becomes empty.
 * @param max maximum length in UTF-16 code units, after cleaning
 */
export const optionalText = (max: number) => textSchema().max(max).default('');

/** Creates the schema of an optional text without line breaks and tabs, see {@link optionalText}. */
export const optionalLine = (max: number) => onOneLine(textSchema().max(max)).default('');

/** Creates the schema of a text that is only compared with stored ones, and so never has an error but its length. */
export const comparedText = (max: number) => z.string().overwrite(clean).max(max);

/** Creates the schema of a number, code or date as a person types it, see {@link toPlain}. */
export const typedText = () => z.string().overwrite(toPlain);

/** A day as a person types it: `2026-01-05`, with digits of any script. */
export const typedDay = typedText().check(z.iso.date({ error: 'WRONG_FORMAT' }));

/** An e-mail address, checked in its form only; its domain may be in any script. */
export const emailAddress = z
  .string()
  .overwrite(toEmail)
  .max(254)
  .refine(isEmail, { error: 'WRONG_FORMAT' });

/** An e-mail address that is only compared with a stored one. */
export const comparedEmail = z.string().overwrite(toEmail).min(1).max(254);

/** The Kannada twin of a text in a reply; blank where there is none. */
export const kannadaText = z.string().default('');
