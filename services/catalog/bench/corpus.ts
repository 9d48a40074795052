import { categories, disease, type Disease } from '@ctdb/contracts';
import { englishWords, kannadaWords, random, zipf } from './corpus-words.js';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Joins drawn words up to about `length` characters, never beyond `max`. */
function text(draw: () => string, length: number, max: number): string {
  let result = draw();
  while (result.length < length) {
    const word = draw();
    if (result.length + 1 + word.length > max) break;
    result += ` ${word}`;
  }
  // A flat string like one from the database, not a chain of pieces.
  return Buffer.from(result).toString();
}

/**
 * `size` bilingual diseases: names of at most 60 characters, notes of about 200 characters in both
 * scripts, words by Zipf's law from 12,000 English and 8,000 Kannada words.
 */
export function corpus(size: number, seed = 20_260_101): Disease[] {
  const next = random(seed);
  const english = englishWords(12_000, next);
  const kannada = kannadaWords(8_000, next);
  const drawEn = zipf(english, next);
  const drawKn = zipf(kannada, next);
  const stamp = '2026-01-01T00:00:00.000Z';
  return Array.from({ length: size }, (_, index) =>
    disease.parse({
      id: (index * 2_654_435_761).toString(16).padStart(24, '0').slice(-24),
      nameEn: capital(text(drawEn, 12 + next() * 40, 60)),
      nameKn: text(drawKn, 8 + next() * 32, 60),
      category: categories[Math.floor(next() * categories.length)] ?? 'Other',
      notes: `${text(drawEn, 90 + next() * 40, 140)}. ${text(drawKn, 60 + next() * 40, 110)}.`,
      createdAt: stamp,
      updatedAt: stamp,
      version: 1,
    }),
  );
}
