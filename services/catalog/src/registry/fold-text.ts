const ascii = /^[\0-\x7f]*$/;
// Soft hyphen, zero-width space and joiners, word joiner, byte order mark, variation selectors, Kannada nukta.
const ignored = /[\u00ad\u200b-\u200d\u2060\ufeff\ufe00-\ufe0f\u0cbc]/g;
const accented = /[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]/;
const combiningMarks = /[\u0300-\u036f]/g;
const kannadaDigits = /[\u0ce6-\u0cef]/g;
const words = /[\p{L}\p{M}\p{N}]+/gu;
/** A classification code with a full stop, as J45.9, QA0.0141 and CA23.0. */
const dottedCodes = /\b([a-z]\d[0-9a-z]|[a-z]{2}\d|[1-9a-z][a-z]\d[0-9a-z])\.(?=[0-9a-z])/g;

/** Latin letters that Unicode does not decompose. */
const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};
const undecomposed = /[ßæœøđðħıłþ]/g;

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(combiningMarks, '')
    .normalize('NFC')
    .replace(undecomposed, (letter) => latinLetters[letter] ?? letter);
}

/** The form in which texts are compared: lower case, NFKC, no joiners, nukta or Latin accents, digits 0–9. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const composed = text.replace(ignored, '').normalize('NFKC').toLowerCase();
  const plain = accented.test(composed) ? withoutAccents(composed) : composed;
  return plain.replace(kannadaDigits, (digit) => String(digit.charCodeAt(0) - 0x0ce6));
}

/** The words of a text in their folded form, in order, repetitions included. A code is one word. */
export function tokenize(text: string): string[] {
  return foldText(text).replace(dottedCodes, '$1').match(words) ?? [];
}
