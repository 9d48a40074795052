import { clean, type SimilarName } from '@ctdb/contracts';
import { tokenize } from '../diseases/search/tokenize.js';

type Names = Omit<SimilarName['other'], 'diseaseId'>;

/** Stands for several diseases of the same names. */
export const SEVERAL = 'several';

const toKey = ({ nameEn, nameKn }: Names): string => JSON.stringify([nameEn, nameKn].map(clean));

/** Equal for names that differ only in case, spaces, punctuation, or signs that are not seen. */
const similarKeys = ({ nameEn, nameKn }: Names): string[] =>
  [nameEn, nameKn].map((name) => tokenize(name).join(' ')).filter((key) => key !== '');

/** The diseases by their names: those that are stored, and those that the file has named. */
export class ImportNames {
  private readonly ids = new Map<string, string>();
  /** The last disease of each similar name. */
  private readonly similar = new Map<string, SimilarName['other']>();

  /** Adds a stored disease. */
  load(names: Names, id: string): void {
    this.set(names, this.find(names) === undefined ? id : SEVERAL);
  }

  /** The id of the disease of these names, or {@link SEVERAL}. */
  find(names: Names): string | undefined {
    return this.ids.get(toKey(names));
  }

  /** Notes that the disease `diseaseId` has these names now. */
  set(names: Names, diseaseId: string): void {
    this.ids.set(toKey(names), diseaseId);
    const other = { diseaseId, nameEn: clean(names.nameEn), nameKn: clean(names.nameKn) };
    for (const key of similarKeys(names)) this.similar.set(key, other);
  }

  /** A disease whose names are very like these in one of the languages. */
  findSimilar(names: Names): SimilarName['other'] | undefined {
    const found = similarKeys(names).map((key) => this.similar.get(key));
    return found.find((other) => other && other.diseaseId !== SEVERAL);
  }
}
