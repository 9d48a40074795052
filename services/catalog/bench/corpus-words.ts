/** Seeded random numbers (mulberry32), so that every run measures the same corpus. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const split = (words: string): string[] => words.split(/\s+/);

const english = {
  first:
    split(`cardi derm gastr hepat neur nephr oste arthr bronch pneum rhin sinus tonsill laryng ot
    ophthalm my fibr aden angi arteri phleb cerebr mening myel psych hem leuk lymph thromb gluc lip
    thyr pancre cholecyst col enter rect proct urethr cyst pyel hyster metr oophor mast spondyl
    tend burs chondr cellul foll seb trich onych kerat ichthy xer vitil urtic eczem psor acn`),
  middle: split(
    `o i a ic al ar opath ogen omal oton ostat eomy oscler odyn atroph ophil omegal oplas`,
  ),
  last: split(`itis osis oma pathy algia emia uria rrhea plegia trophy ectasis stenosis sclerosis ia ism
    genic tension edema cele lysis spasm penia cytosis dynia`),
  common:
    split(`the of and in with to for is by on patient patients treatment chronic acute severe mild
    pain fever cough cold headache skin heart blood pressure sugar diabetes asthma hypertension
    stomach liver kidney lung throat eye ear nose joint muscle nerve bone sleep stress anxiety
    depression colour light green blue yellow red orange violet daily week morning evening minutes
    apply area repeat after before meal water rest exercise diet avoid history family symptom
    relief improve reduce swelling itching rash burning cramps nausea vomiting fatigue weakness
    dizziness migraine eczema psoriasis allergy infection inflammation ulcer acidity constipation
    diarrhea anemia thyroid obesity cholesterol arthritis sciatica insomnia vertigo sinusitis`),
};

const kannada = {
  stems: split(`ಮಧುಮೇಹ ಜ್ವರ ಕೆಮ್ಮು ತಲೆನೋವು ಚರ್ಮ ಹೃದಯ ರಕ್ತ ಒತ್ತಡ ಅಸ್ತಮಾ ಶ್ವಾಸಕೋಶ ಉಸಿರಾಟ ಜೀರ್ಣ ಹೊಟ್ಟೆ ನೋವು ಯಕೃತ್ತು
    ಮೂತ್ರಪಿಂಡ ಗಂಟಲು ಕಣ್ಣು ಕಿವಿ ಮೂಗು ಕೀಲು ಸ್ನಾಯು ನರ ಮೂಳೆ ನಿದ್ರೆ ಆತಂಕ ಖಿನ್ನತೆ ಬಣ್ಣ ಬೆಳಕು ಹಸಿರು ನೀಲಿ ಹಳದಿ ಕೆಂಪು
    ಚಿಕಿತ್ಸೆ ರೋಗಿ ರೋಗ ದಿನ ವಾರ ಬೆಳಿಗ್ಗೆ ಸಂಜೆ ನಿಮಿಷ ಭಾಗ ಊಟ ನೀರು ವಿಶ್ರಾಂತಿ ವ್ಯಾಯಾಮ ಆಹಾರ ಲಕ್ಷಣ ಊತ ತುರಿಕೆ ಉರಿ ವಾಕರಿಕೆ
    ವಾಂತಿ ಆಯಾಸ ತಲೆಸುತ್ತು ಅರೆತಲೆನೋವು ಇಸುಬು ಅಲರ್ಜಿ ಸೋಂಕು ಉರಿಯೂತ ಹುಣ್ಣು ಆಮ್ಲ ಮಲಬದ್ಧತೆ ಅತಿಸಾರ ರಕ್ತಹೀನತೆ ಥೈರಾಯ್ಡ್ ಬೊಜ್ಜು
    ಸಂಧಿವಾತ ನಿದ್ರಾಹೀನತೆ ಪಾರ್ಶ್ವವಾಯು ಕ್ಷಯ ಕಾಮಾಲೆ ಸಿಡುಬು ಪಿತ್ತ ಕಫ ವಾತ ಮಾನಸಿಕ ಆರೋಗ್ಯ`),
  endings: split(`ದ ಕ್ಕೆ ದಲ್ಲಿ ದಿಂದ ವನ್ನು ಗಳು ಗಳ ಗಳಿಗೆ ಗಳಲ್ಲಿ ವಾಗಿ ಕಾರಿ ಹೀನ ಯುಕ್ತ ನಾಶಕ ವಿರೋಧಿ`),
  syllables: split(
    `ಕ ಕಿ ಕು ಕೆ ಗ ಗು ಚ ಚಿ ಜ ಜೀ ತ ತಿ ತೆ ದ ದಿ ನ ನಿ ನು ಪ ಪಿ ಬ ಬೆ ಮ ಮೂ ಮೆ ಯ ರ ರಿ ರೋ ಲ ಲಿ ವ ವಿ ಶ ಸ ಸಿ ಹ ಹು ಳ ಣ`,
  ),
};

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('empty list');
  return item;
};

const picker = (next: () => number) => (list: readonly string[]) =>
  at(list, Math.floor(next() * list.length));

/** `size` different English words, the commonest first. */
export function englishWords(size: number, next: () => number): string[] {
  const words = new Set(english.common);
  const pick = picker(next);
  while (words.size < size) {
    const middle = next() < 0.6 ? pick(english.middle) : '';
    const second = next() < 0.35 ? pick(english.first) : '';
    words.add(pick(english.first) + middle + second + pick(english.last));
  }
  return [...words];
}

/** `size` different Kannada words, the commonest first. */
export function kannadaWords(size: number, next: () => number): string[] {
  const words = new Set(kannada.stems);
  const pick = picker(next);
  while (words.size < size) {
    const syllables = () =>
      Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(kannada.syllables)).join('');
    const stem = next() < 0.3 ? pick(kannada.stems) : syllables();
    words.add(stem + (next() < 0.6 ? pick(kannada.endings) : ''));
  }
  return [...words];
}

/** Draws from a list by Zipf's law: the word of rank r comes up in proportion to about 1 / (r + 2.7). */
export function zipf(words: readonly string[], next: () => number): () => string {
  const steepness = Math.log(words.length / 2.7 + 1);
  return () => at(words, Math.floor(2.7 * (Math.exp(next() * steepness) - 1)));
}
