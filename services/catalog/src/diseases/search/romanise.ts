/** Sounds of the Kannada letters; length, aspiration and retroflexion go, since spellings differ in them. */
const vowels: Readonly<Record<string, string>> = {
  ...{ ಅ: 'a', ಆ: 'a', ಇ: 'i', ಈ: 'i', ಉ: 'u', ಊ: 'u', ಋ: 'ru', ೠ: 'ru', ಌ: 'lu' },
  ...{ ಎ: 'e', ಏ: 'e', ಐ: 'ai', ಒ: 'o', ಓ: 'o', ಔ: 'au' },
};
const consonants: Readonly<Record<string, string>> = {
  ...{ ಕ: 'k', ಖ: 'k', ಗ: 'g', ಘ: 'g', ಙ: 'n', ಚ: 'c', ಛ: 'c', ಜ: 'j', ಝ: 'j', ಞ: 'n' },
  ...{ ಟ: 't', ಠ: 't', ಡ: 'd', ಢ: 'd', ಣ: 'n', ತ: 't', ಥ: 't', ದ: 'd', ಧ: 'd', ನ: 'n' },
  ...{ ಪ: 'p', ಫ: 'p', ಬ: 'b', ಭ: 'b', ಮ: 'm', ಯ: 'y', ರ: 'r', ಱ: 'r', ಲ: 'l', ಳ: 'l', ೞ: 'l' },
  ...{ ವ: 'v', ಶ: 's', ಷ: 's', ಸ: 's', ಹ: 'h' },
};
const vowelSigns: Readonly<Record<string, string>> = {
  ...{ 'ಾ': 'a', 'ಿ': 'i', 'ೀ': 'i', 'ು': 'u', 'ೂ': 'u', 'ೃ': 'ru', 'ೄ': 'ru' },
  ...{ 'ೆ': 'e', 'ೇ': 'e', 'ೈ': 'ai', 'ೊ': 'o', 'ೋ': 'o', 'ೌ': 'au', '್': '' },
};
const marks: Readonly<Record<string, string>> = { 'ಂ': 'm', 'ಁ': 'm', 'ಃ': 'h' };
const kannadaLetter = /[\u0c85-\u0cb9\u0cde]/;

/** Whether a text has Kannada letters and so a romanisation. */
export function isKannada(text: string): boolean {
  return kannadaLetter.test(text);
}

/** Kannada text in plain Latin letters, every consonant without a vowel sign followed by `a`. */
export function romanise(text: string): string {
  let latin = '';
  let inherent = false;
  for (const char of text) {
    const sign = vowelSigns[char];
    if (inherent && sign === undefined) latin += 'a';
    inherent = char in consonants;
    latin += sign ?? consonants[char] ?? vowels[char] ?? marks[char] ?? char;
  }
  return inherent ? `${latin}a` : latin;
}
