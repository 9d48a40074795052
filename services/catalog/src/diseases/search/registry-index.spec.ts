import { describe, expect, it } from 'vitest';
import type { Category } from '@ctdb/contracts';
import { RegistryIndex } from './registry-index.js';
import { indexedFields, searchedTexts, type RegistrySummary } from './summary.js';

const inTexts = Object.fromEntries(searchedTexts.map((name) => [name, ''])) as Pick<
  RegistrySummary,
  (typeof searchedTexts)[number]
>;

const entry = (
  id: string,
  nameEn: string,
  nameKn: string,
  category: Category = 'Other',
  notes = '',
  ...codes: string[]
) => ({
  id,
  nameEn,
  nameKn,
  alsoKnownAs: '',
  category,
  ...inTexts,
  notes,
  codes: codes.map((code) => ({ system: 'ICD-10' as const, code })),
  updatedAt: `2026-01-${id}T00:00:00.000Z`,
});

const diseases = [
  entry('01', 'Diabetes', 'ಮಧುಮೇಹ', 'Metabolic', 'High blood sugar; ಸಿಹಿಮೂತ್ರ'),
  entry('02', 'Hypertension', 'ರಕ್ತದೊತ್ತಡ', 'Cardiovascular', 'Headache in the morning'),
  entry('03', 'Asthma', 'ಅಸ್ತಮಾ', 'Respiratory', 'Wheezing, cough at night', 'J45.9', 'CA23.0'),
  entry('04', 'Common Cold', 'ನೆಗಡಿ', 'Respiratory', 'Cough and mild fever'),
  entry('05', 'Migraine', 'ಅರೆತಲೆನೋವು', 'Neurological', 'One-sided headache'),
  entry('06', 'Eczema', 'ಇಸುಬು', 'Skin', 'Itching'),
  entry('07', "Crohn's disease", 'ಕ್ರೋನ್ ಕಾಯಿಲೆ', 'Autoimmune', 'Bowel inflammation'),
  entry('08', 'Ménière’s disease', 'ಮೆನಿಯೆರ್ ಕಾಯಿಲೆ', 'Neurological', 'Vertigo'),
  entry('09', 'Skin cancer', 'ಚರ್ಮದ ಕ್ಯಾನ್ಸರ್\u200c', 'Skin', ''),
  entry('10', 'COVID-19', 'ಕೋವಿಡ್\u200c19', 'Respiratory', 'Fever'),
  entry('11', 'Headache', 'ತಲೆನೋವು', 'Neurological', 'ಒತ್ತಡದಿಂದ ಬರುವ ನೋವು'),
  entry('12', 'Kidney stones', 'ಮೂತ್ರಪಿಂಡದ ಕಲ್ಲು', 'Other', 'Severe pain', 'QA0.0141'),
];

function indexOf(entries: Iterable<RegistrySummary>): RegistryIndex<RegistrySummary> {
  const index = new RegistryIndex<RegistrySummary>();
  for (const one of entries) index.upsert(one);
  return index;
}

const registry = indexOf(diseases);
const names = (search: string, category?: Category) =>
  registry.page({ search, category, offset: 0, limit: 50 }).items.map(({ nameEn }) => nameEn);

it('keeps the results of a search apart by category and facets', () => {
  const index = indexOf(diseases);
  for (const [place, { id }] of diseases.entries())
    index.setFacets(id, [place % 2 === 0 ? 'color:red' : 'color:blue']);
  const find = (color?: string, category?: Category) => {
    const facets = color === undefined ? [] : ([`color:${color}`] as const);
    const query = { search: 'headache', facets, category, offset: 0, limit: 50 };
    const ids = index.page(query).items.map(({ id }) => id);
    return ids.sort();
  };
  expect(find()).toEqual(['02', '05', '11']);
  expect(find('red')).toEqual(['05', '11']);
  expect(find('blue')).toEqual(['02']);
  expect(find('red', 'Cardiovascular')).toEqual([]);
});

it.each(indexedFields)('finds what %s was changed to, if nothing else was', (field) => {
  const zebra = entry('01', 'zebra', 'zebra', 'Skin', 'zebra', 'Z99');
  const searches: Partial<Record<string, string>> = { category: 'skin', codes: 'z99' };
  const index = indexOf(diseases);
  index.upsert({ ...(diseases[0] ?? zebra), [field]: zebra[field] || 'zebra' });
  const page = index.page({ search: searches[field] ?? 'zebra', offset: 0, limit: 50 });
  expect(page.items.map(({ id }) => id)).toContain('01');
});

// That all answers are those of a scan is in registry-index.property.spec.ts; which texts meet at all in tokenize,
// one-typo and sound-key.spec.ts.
describe('finding', () => {
  /** With commas between, queries that find a disease: by name, notes, category or code, with typos, romanised. */
  const queries: Readonly<Record<string, string>> = {
    Diabetes: `diabetes, DIABETES, ಮಧುಮೇಹ, ಮಧ್, ಸಿಹಿಮೂತ್ರ, madhumeha, madhum, sihimoothra, ಮಧುಮೇಹು, mahdumeha,
      ಚಯಾಪಚಯ, chayapachaya`,
    Hypertension: 'hyp, ರಕ್ತ, hyprten',
    'Common Cold': 'cold common, clod',
    Migraine: 'migraine neurological headache',
    'Ménière’s disease': 'menieres',
    Asthma: 'wheezing, wheezzing, asma, J45.9, j459, J45, ca23., j45 asthma',
    'Kidney stones': 'moothrapinda stones, kidneystones, kid ney, QA0.01, qa00141',
    'COVID-19': 'covid19, COVID–19, covid 19, ಕೋವಿಡ್೧೯',
    'Skin cancer': 'skin cancr',
    "Crohn's disease": 'autoimmune, crohnsdis',
  };
  it.each(Object.entries(queries))('of %s by any of %s', (nameEn, searches) => {
    const missed = searches.split(/,\s+/).filter((search) => !names(search).includes(nameEn));
    expect(missed).toEqual([]);
  });

  it('goes by other names as by the name, and says which words of what answer', () => {
    const known = {
      ...entry('13', 'Type 2 Diabetes', 'ಟೈಪ್ 2 ಮಧುಮೇಹ'),
      alsoKnownAs: 'sugar, sakkare kayile, ಶುಗರ್',
    };
    const index = indexOf([...diseases, known, entry('14', 'Low sugar level', 'ಸಕ್ಕರೆ ಇಳಿಕೆ')]);
    const first = (search: string) => index.page({ search, offset: 0, limit: 5 }).items[0];
    const inName = { field: 'alsoKnownAs', text: 'sakkare kayile' };
    for (const search of ['sugar', 'sug', 'shugar', 'ಶುಗರ್', 'sakkare kaile', 'sakare kayle'])
      expect([search, first(search)?.id]).toEqual([search, '13']);
    expect(first('sakkare kaile')?.match).toEqual({ ...inName, words: ['sakkare', 'kayile'] });
    expect(first('madhumeha type')?.match).toEqual({ words: ['Type', 'ಮಧುಮೇಹ'] });
    expect(first('j459')?.match).toEqual({ words: [], field: 'codes', text: 'ICD-10 J45.9' });
    const inNotes = { field: 'notes', text: 'Wheezing, cough at night', words: ['Wheezing'] };
    expect(first('wheez')?.match).toEqual(inNotes);
  });

  it('leaves out what is spelled otherwise where names have the word, or enough answer', () => {
    const of = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => entry(`${name}${at}`, `${name} ${at}`, 'ರೋಗ'));
    const index = indexOf([
      ...of('Gout', 1),
      ...of('Goutt', 20),
      ...of('Gourd', 30),
      ...of('Lout', 9),
    ]);
    const total = (search: string) => index.page({ search, offset: 0, limit: 5 }).total;
    expect(['gout', 'lout', 'gourd', 'gourt'].map(total)).toEqual([21, 9, 30, 51]);
  });

  it('offers the nearest known words where nothing is spelled as typed, if these find something', () => {
    const meant = (search: string) => registry.page({ search, offset: 0, limit: 5 }).didYouMean;
    expect(meant('ashma')).toBe('asthma');
    expect(meant('hxpertenqion')).toBe('hypertension');
    expect(meant('sken canser')).toBe('skin cancer');
    for (const search of ['asthma', 'ast', 'madumeh', 'qqqqqqqq', 'ashma canser'])
      expect([search, meant(search)]).toEqual([search, undefined]);
  });

  it('takes a blank search for none', () => {
    for (const search of ['', '   ', '\u200b \u200d']) expect(names(search)).toHaveLength(12);
  });

  it('takes expressions for text', () => {
    const searches = ['.*', '(z+)+$', '\\', '[', '"; drop', "' or 1=1", '%00'];
    expect(searches.flatMap((search) => names(search))).toEqual([]);
  });
});

it('loading lets others work, however many entries there are', async () => {
  const index = new RegistryIndex<RegistrySummary>();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await index.bulkLoad(
    Array.from({ length: 3_000 }, (_, number) =>
      entry(`${number}`, `Fever ${number}`, `ಜ್ವರ ${number}`, 'Other', 'chest pain at night'),
    ),
  );
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
  expect(index.page({ search: 'night', offset: 2_990, limit: 20 }).items).toHaveLength(10);
  expect(index.page({ search: 'fever 2999', offset: 0, limit: 1 }).items[0]?.id).toBe('2999');
});
