import type { Disease, Treatment } from '@ctdb/contracts';
import type { Report } from '../report.ts';
import { Visitor } from './http/visitor.ts';
import { administrator, run } from './settings.ts';
import { Tour } from './tour.ts';

/** Who takes part, and what they work with. */
export class World {
  readonly report: Report;
  readonly tour = new Tour();
  readonly anonymous = new Visitor('anonymous');
  readonly admin = new Visitor('admin');
  /** Holds an hourly pass: reads, and adds notes and history. */
  readonly hour = new Visitor('hour');
  /** Holds a premium plan: reads, and sees figures. */
  readonly premium = new Visitor('premium');
  #made = 0;

  constructor(report: Report) {
    this.report = report;
  }

  /** A name that nothing has yet. */
  word(what: string): string {
    this.#made += 1;
    return `${what} ${run} ${this.#made}`;
  }

  async signIn(visitor: Visitor, password = administrator.password): Promise<void> {
    const body = { username: administrator.username, password };
    const { token } = await this.tour.call(visitor, 'signIn', { body });
    visitor.token = token;
  }

  /** Deletes the diseases of this run, with all that hangs on them. */
  async clear(): Promise<string> {
    const query = { search: run, limit: '100' };
    let cleared = 0;
    for (;;) {
      const found = await this.tour.call(this.admin, 'listDiseases', { query });
      const own = found.filter(({ nameEn }) => nameEn.includes(run));
      if (own.length === 0) return `${cleared} diseases`;
      for (const { id } of own)
        await this.tour.call(this.admin, 'deleteDisease', { params: { id } });
      cleared += own.length;
    }
  }

  /** A disease, known by its name. */
  async disease(): Promise<Disease> {
    const nameEn = this.word('Disease');
    const body = { nameEn, nameKn: `ಪರೀಕ್ಷೆ ${nameEn}`, category: 'Other', notes: '' } as const;
    return this.tour.call(this.admin, 'createDisease', { body });
  }

  /** A disease with its treatment. */
  async treated(): Promise<{ disease: Disease; treatment: Treatment }> {
    const disease = await this.disease();
    const body = {
      diseaseId: disease.id,
      descriptionEn: 'Green light in a quiet room.',
      descriptionKn: 'ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.',
    };
    return { disease, treatment: await this.tour.call(this.admin, 'createTreatment', { body }) };
  }
}
