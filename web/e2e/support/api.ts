import type {
  Disease,
  DiseaseInput,
  HistoryEntry,
  Image,
  Note,
  Protocol,
  Treatment,
  TreatmentWithImages,
} from '@ctdb/contracts';
import { settings } from './settings.ts';
import { png, uniqueName } from './test-data.ts';

/** `K` must be given, their Kannada texts may be. */
type Input<T, K extends keyof T> = Pick<T, K> & Partial<Pick<T, Extract<keyof T, `${string}Kn`>>>;

type NewEntry = Input<
  HistoryEntry,
  'date' | 'patientName' | 'treatmentDescription' | 'outcome' | 'practitioner'
>;
type NewProtocol = Input<Protocol, 'color' | 'applicationArea' | 'duration' | 'frequency'>;

/** The API as an administrator's own program would use it: creates what a test needs and deletes it. */
export class Api {
  private readonly token: string;
  private readonly createdIds: string[] = [];

  constructor(token: string) {
    this.token = token;
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${settings.baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(isJson && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  async disease(input: Partial<DiseaseInput> = {}): Promise<Disease> {
    const nameEn = uniqueName();
    const values = { nameEn, nameKn: `ಪರೀಕ್ಷೆ ${nameEn}`, category: 'Other', notes: '', ...input };
    const disease = await this.call<Disease>('POST', '/api/diseases', values);
    this.deleteAtEnd(disease.id);
    return disease;
  }

  /** A disease with a treatment. */
  async treated(
    input: Partial<DiseaseInput> = {},
  ): Promise<{ disease: Disease; treatment: Treatment }> {
    const disease = await this.disease(input);
    const treatment = await this.call<Treatment>('POST', '/api/treatments', {
      diseaseId: disease.id,
      descriptionEn: 'Green light in a quiet room.',
      descriptionKn: 'ಶಾಂತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು.',
    });
    return { disease, treatment };
  }

  detail(diseaseId: string): Promise<TreatmentWithImages> {
    return this.call('GET', `/api/treatments/disease/${diseaseId}`);
  }

  /** An image of one colour. */
  image(treatmentId: string, title: string, more: Partial<Image> = {}): Promise<Image> {
    const form = new FormData();
    const fields = { treatmentId, title, type: 'treatment_area', description: '', ...more };
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    form.append('image', new Blob([png()], { type: 'image/png' }), 'test.png');
    return this.call('POST', '/api/treatments/images', form);
  }

  note(treatmentId: string, title: string, content: string): Promise<Note> {
    return this.call('POST', '/api/treatments/notes', { treatmentId, title, content });
  }

  /** An entry of today, unless `changes` says otherwise. */
  history(treatmentId: string, changes: Partial<NewEntry> = {}): Promise<HistoryEntry> {
    const entry: NewEntry = {
      date: new Date().toISOString().slice(0, 10),
      patientName: 'Test Patient',
      treatmentDescription: 'Green light',
      outcome: 'Improved',
      practitioner: 'Test Practitioner',
    };
    return this.call('POST', '/api/treatments/history', { treatmentId, ...entry, ...changes });
  }

  protocols(treatmentId: string, list: NewProtocol[]) {
    return this.call<Protocol[]>('PUT', `/api/treatments/${treatmentId}/protocols`, list);
  }

  find(search: string): Promise<Disease[]> {
    return this.call('GET', `/api/diseases?${new URLSearchParams({ search }).toString()}`);
  }

  /** The disease is deleted when the test ends. */
  deleteAtEnd(diseaseId: string): void {
    this.createdIds.push(diseaseId);
  }

  /** Deletes the diseases of the test; some may be deleted already. */
  async clear(): Promise<void> {
    for (const id of this.createdIds.splice(0)) {
      await this.call('DELETE', `/api/diseases/${id}`).catch(() => undefined);
    }
  }
}
