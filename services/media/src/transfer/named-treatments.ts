import { fold, type ManifestImage, type NamedTreatment } from '@ctdb/contracts';

type Names = Pick<NamedTreatment, 'nameEn' | 'nameKn'>;
type Codes = Pick<NamedTreatment, 'codes'>;

const nameKey = ({ nameEn, nameKn }: Names): string => `${fold(nameEn)}\n${fold(nameKn)}`;
const codeKey = ({ codes }: Codes): string =>
  codes
    .map(({ system, code }) => `${system} ${code}`)
    .sort()
    .join();

/** Finds the treatments of this installation that a manifest means. */
export class NamedTreatments {
  private readonly byId = new Map<string, NamedTreatment>();
  private readonly byName = new Map<string, NamedTreatment[]>();

  static async load(parts: AsyncIterable<readonly NamedTreatment[]>): Promise<NamedTreatments> {
    const all = new NamedTreatments();
    for await (const part of parts) part.forEach((each) => all.add(each));
    return all;
  }

  private add(treatment: NamedTreatment): void {
    this.byId.set(treatment.id, treatment);
    const key = nameKey(treatment);
    this.byName.set(key, [...(this.byName.get(key) ?? []), treatment]);
  }

  /** By id, else by both names of the disease, of several by its codes as well. */
  find({ treatmentId = '', disease }: ManifestImage): NamedTreatment | undefined {
    const known = this.byId.get(treatmentId);
    if (known) return known;
    const named = this.byName.get(nameKey(disease)) ?? [];
    if (named.length <= 1) return named[0];
    const coded = named.filter((each) => codeKey(each) === codeKey(disease));
    return coded.length === 1 ? coded[0] : undefined;
  }
}
