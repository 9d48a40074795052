/**
 * Which texts are the same, and which characters a text may have: for every service and every page. The schemas of
 * text fields are in `text-fields.ts`, because pages need no zod for the rest.
 */

/** Characters that show nothing, and blanks that Unicode does not call white space. */
const invisible = String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffb`;
const blankSigns = String.raw`\u2800\u{1d159}\u{13441}\u{13442}`;
const letter = String.raw`(?![${invisible}])[\p{L}\p{M}]`;
/** Invisible characters that change what is beside them: a joiner is a part of the spelling. */
const joiners = [
  String.raw`(?<=${letter})[\u200c\u200d](?=${letter})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?![${invisible}])[\p{L}\p{N}\p{P}\p{S}])[\ufe00-\ufe0f]`,
].join('|');

const invisibleCharacters = new RegExp(`[${invisible}]`, 'gu');
const hasInvisible = new RegExp(`[${invisible}]`, 'u');
const keptJoiner = new RegExp(`(${joiners})|[${invisible}]`, 'gu');
const visibleCharacter = new RegExp(
  `(?![${invisible}${blankSigns}])[\\p{L}\\p{N}\\p{P}\\p{S}]`,
  'u',
);

/**
 * The text as it is stored: NFC, trimmed, without invisible characters but joiners between letters and within
 * emoji. A text that shows nothing becomes empty.
 */
export const clean = (text: string): string => {
  const shown = hasInvisible.test(text) ? text.replace(keptJoiner, '$1') : text;
  const kept = shown.normalize('NFC').trim();
  return visibleCharacter.test(kept) ? kept : '';
};

const apostrophes = /[`´\u1ffdʹʻ-ʽˈˊˋ‘’‛′‵՚Ꞌꞌ＇]/g;
const dashes = /[\p{Pd}⁃−]/gu;
const nuktas = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g;
const spaces = new RegExp(`[\\s${blankSigns}]+`, 'gu');
const otherDigits = /(?![0-9])\p{Nd}/gu;

const isDigit = (codePoint: number) => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** Every script has its digits from 0 to 9 one after the other. */
const toAsciiDigit = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
};

/**
 * A number, code or date as it is read, in whatever script and form it is typed: NFKC, digits 0–9, one kind of
 * apostrophe, dash and space, nothing invisible. Case stays.
 */
export const toPlain = (text: string): string =>
  text
    .toWellFormed()
    // Before and after, because some of them are taken apart.
    .replace(apostrophes, "'")
    .normalize('NFKD')
    .replace(apostrophes, "'")
    .replace(invisibleCharacters, '')
    .replace(nuktas, '')
    .replace(dashes, '-')
    .replace(otherDigits, toAsciiDigit)
    .normalize('NFKC')
    .replace(spaces, ' ')
    .trim();

const commonWord = String.raw`[!-_a-~\u0c82-\u0cb9\u0cbd-\u0cd6]+`;
/** Most texts: ASCII and Kannada without joiners, nukta and Kannada digits. */
const commonText = new RegExp(`^(?:${commonWord}(?: ${commonWord})*)?$`);

/**
 * What a text has in common with all its spellings: two texts with the same fold are the same text. Differences in
 * composition, width, case, joiners, nukta, apostrophes, dashes, spaces and the script of digits do not count.
 */
export const fold = (text: string): string => {
  if (commonText.test(text)) return text.normalize('NFC').toLowerCase();
  // Through upper case, because ß has no other way to ss; through lower case before, because ẞ has none.
  const cased = toPlain(text).toLowerCase().toUpperCase().toLowerCase();
  return cased.replaceAll('ς', 'σ').normalize('NFKC');
};

const emailForm =
  /^[\w'+-]+(\.[\w'+-]+)*@([A-Za-z\d][A-Za-z\d-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z\d-]+)$/;
const ascii = /^[\0-\x7f]*$/;
/** Characters with a meaning in a URL. */
const urlSign = /[\s/?#\\@:%[\]]/u;

/**
 * An e-mail address as it is stored and compared: a domain in another script is in ASCII (IDNA, as browsers do it).
 * The part before it stays. What is no address stays too.
 */
export const toEmail = (typed: string): string => {
  const text = clean(typed);
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at === -1 || ascii.test(domain) || urlSign.test(domain)) return text;
  try {
    return `${text.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return text;
  }
};

/** Whether a text is an e-mail address, by its form. */
export const isEmail = (typed: string): boolean => emailForm.test(toEmail(typed));

/** A password as it is hashed and compared (NIST SP 800-63B), typed on whatever keyboard. */
export const toPassword = (typed: string): string => typed.normalize('NFKC');

/** Letters that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Marks and controls of the direction. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text as it stands in a sentence: it does not change the direction of what is beside it. */
export const isolate = (text: string): string => {
  const unmarked = text.replace(directionMarks, '');
  return rightToLeft.test(unmarked) ? `\u2068${unmarked}\u2069` : unmarked;
};

/** The single names of `alsoKnownAs`. */
export const splitOtherNames = (alsoKnownAs: string): string[] =>
  alsoKnownAs
    .split(/[,،、;]/)
    .map((name) => name.trim())
    .filter(Boolean);
