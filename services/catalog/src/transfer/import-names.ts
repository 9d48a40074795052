import { clean, type SimilarName } from '@ctdb/contracts';
import { tokenize } from '../diseases/search/tokenize.js';

interface Names {
  nameEn: string;
  nameKn: string;
}

/** Stands for several diseases of the same names. */
export const SEVERAL = 'several';

const toKey = ({ nameEn, nameKn }: Names): string => JSON.stringify([nameEn, nameKn].map(clean));

/** Equal for names that differ only in case, spaces, punctuation, or signs that are not seen. */
const similarKeys = ({ nameEn, nameKn }: Names): string[] =>
  [nameEn, nameKn].map((name) => tokenize(name).join(' ')).filter((key) => key !== '');

/** The diseases by their names: those that are stored, and those that the file has named. */
export class ImportNames {
  private readonly ids = new Map<string, string>();
  /** The keys of `ids` by similar names; made for the first new disease. */
  private similar: Map<string, string> | undefined;

  /** Adds a stored disease. */
  load(names: Names, id: string): void {
    const key = toKey(names);
    this.ids.set(key, this.ids.has(key) ? SEVERAL : id);
  }

  /** The id of the disease of these names, or {@link SEVERAL}. */
  find(names: Names): string | undefined {
    return this.ids.get(toKey(names));
  }

  /** Notes that the disease `id` has these names now. */
  set(names: Names, id: string): void {
    const key = toKey(names);
    this.ids.set(key, id);
    if (this.similar) this.addSimilar(names, key);
  }

  /** A disease whose names are very like these in one of the languages. */
  findSimilar(names: Names): SimilarName['other'] | undefined {
    if (!this.similar) {
      this.similar = new Map();
      for (const key of this.ids.keys()) this.addSimilar(fromKey(key), key);
    }
    for (const similarKey of similarKeys(names)) {
      const key = this.similar.get(similarKey);
      const diseaseId = key === undefined ? undefined : this.ids.get(key);
      if (key !== undefined && diseaseId !== undefined && diseaseId !== SEVERAL)
        return { diseaseId, ...fromKey(key) };
    }
    return undefined;
  }

  private addSimilar(names: Names, key: string): void {
    for (const similarKey of similarKeys(names)) this.similar?.set(similarKey, key);
  }
}

const fromKey = (key: string): Names => {
  const [nameEn = '', nameKn = ''] = JSON.parse(key) as string[];
  return { nameEn, nameKn };
};
