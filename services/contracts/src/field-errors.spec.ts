import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { diseaseInput } from './catalog/diseases.js';
import { historyInput, noteInput } from './catalog/entries.js';
import { pricingInput } from './billing/prices.js';
import { toFieldErrors } from './field-errors.js';
import * as contracts from './index.js';

const faultsOf = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : toFieldErrors(parsed.error);
};

const isMessage = (value: unknown): value is contracts.MessageContract =>
  typeof value === 'object' && value !== null && 'kind' in value && 'deadlineMs' in value;
const all = [...Object.values<unknown>(contracts), ...Object.values(contracts.routes)];
/** The fields of all messages. */
const fields = all.filter(isMessage).flatMap(({ name, request }) => {
  const { shape } = request as z.ZodObject<Record<string, z.ZodType>>;
  return Object.entries(shape).map(([field, schema]) => [`${name} ${field}`, schema] as const);
});

const good = { nameEn: 'Asthma', nameKn: 'ಅಸ್ತಮಾ', category: 'Respiratory' };

describe('field faults', () => {
  it('names every fault of a request at once', () => {
    const faults = faultsOf(diseaseInput, { nameEn: { $ne: null }, category: 'Foo', extra: 1 });
    expect(faults).toEqual([
      { path: 'nameEn', code: 'WRONG_TYPE' },
      { path: 'nameKn', code: 'REQUIRED' },
      { path: 'category', code: 'NOT_ALLOWED' },
      { path: 'extra', code: 'UNKNOWN_KEY' },
    ]);
  });

  it('lets no operator of MongoDB through, in whatever field of a message', () => {
    expect(fields.length).toBeGreaterThan(200);
    const isTaken = (schema: z.ZodType) =>
      [{ $ne: null }, [{ $exists: true }]].some((operator) =>
        JSON.stringify(schema.safeParse(operator).data ?? null).includes('$'),
      );
    expect(fields.filter(([, schema]) => isTaken(schema)).map(([field]) => field)).toEqual([]);
  });

  it('refuses days that cannot be meant, in whatever field of a message', () => {
    const takes = (schema: z.ZodType, day: string) =>
      [day, `${day}T00:00:00.000Z`].some((value) => schema.safeParse(value).success);
    const today = new Date().toISOString().slice(0, 10);
    const days = fields.filter(([, schema]) => takes(schema, today) && !takes(schema, 'day'));
    expect(days.length).toBeGreaterThan(5);
    for (const day of ['0026-12-01', '9999-12-31'])
      expect(days.filter(([, schema]) => takes(schema, day)).map(([name]) => name)).toEqual([]);
    const followUp = (followUpOn: string) => faultsOf(contracts.patientInput, { followUpOn });
    expect(followUp('2016-01-05')).toMatchObject([{ code: 'DATE_TOO_EARLY' }]);
    expect(followUp('9999-12-31')).toMatchObject([{ code: 'DATE_TOO_LATE' }]);
    const years = ['1899', 3000, '54', 1954.5].map((year) => faultsOf(contracts.birthYear, year));
    expect(years.flat().map(({ code }) => code)).toEqual([
      ...['DATE_TOO_EARLY', 'DATE_IN_FUTURE', 'WRONG_FORMAT', 'WRONG_FORMAT'],
    ]);
  });

  it.each([
    ['a lone surrogate', 'a\ud800', 'BROKEN_UNICODE'],
    ['a null character', 'a\u0000b', 'CONTROL_CHARACTERS'],
    ['a line break', 'a\u2028b', 'LINE_BREAK'],
    ['a tab', 'a\tb', 'LINE_BREAK'],
    ['blanks only', ' \n\u200b\u2800 ', 'REQUIRED'],
  ])('refuses %s', (_name, nameEn, code) => {
    expect(faultsOf(diseaseInput, { ...good, nameEn })).toMatchObject([{ path: 'nameEn', code }]);
  });

  it.each([
    ['9.99', undefined],
    [9.99, undefined],
    [' 9.990 ', undefined],
    ['9.999', 'WRONG_FORMAT'],
    ['1e3', 'WRONG_FORMAT'],
    ['', 'WRONG_FORMAT'],
    [1e21, 'WRONG_FORMAT'],
    ['0', 'OUT_OF_RANGE'],
    ['999999', 'OUT_OF_RANGE'],
    [true, 'NOT_ALLOWED'],
  ])('takes a price %j, or names its fault', (usd_hourly, code) => {
    const codes = faultsOf(pricingInput, { usd_hourly, inr_hourly: '799' }).map((f) => f.code);
    expect(codes).toEqual(code ? [code] : []);
  });

  it('tells the limit that a text broke', () => {
    expect(faultsOf(diseaseInput, { ...good, nameEn: 'a'.repeat(201) })).toEqual([
      { path: 'nameEn', code: 'TOO_LONG', params: { max: 200 } },
    ]);
    expect(faultsOf(diseaseInput, { ...good, nameEn: 'a'.repeat(200) })).toEqual([]);
  });

  it('tells that a shade has more behind it, and how many protocols there may be', () => {
    const color = { nameEn: 'Coral', nameKn: 'ಹವಳ', value: '#ff7f50;background:url(x)' };
    const shade = { path: 'value', code: 'WRONG_FORMAT' };
    expect(faultsOf(contracts.colorInput, color)).toEqual([shade]);
    const protocol = { color: 'red', applicationArea: 'a', duration: 'b', frequency: 'c' };
    const tooMany = { path: '', code: 'TOO_MANY', params: { max: 50 } };
    expect(faultsOf(contracts.protocolList, Array(51).fill(protocol))).toEqual([tooMany]);
  });
});

describe('notes and history', () => {
  const treatmentId = 'a'.repeat(24);

  it('uses the specification’s code for each blank field', () => {
    expect(faultsOf(noteInput, { treatmentId, content: '  ' })).toEqual([
      { path: 'content', code: 'NOTE_EMPTY' },
    ]);
    const blank = { treatmentDescription: ' ', practitioner: '', patientName: '\t' };
    expect(
      faultsOf(historyInput, { treatmentId, date: '2026-01-05', ...blank }).map((f) => f.code),
    ).toEqual(['HISTORY_PATIENT_EMPTY', 'HISTORY_TREATMENT_EMPTY', 'HISTORY_PRACTITIONER_EMPTY']);
  });

  it('takes tomorrow, but no later day, and no fantasy date', () => {
    const entry = (date: unknown) =>
      faultsOf(historyInput, {
        treatmentId,
        date,
        patientName: 'A',
        treatmentDescription: 'B',
        practitioner: 'C',
      }).map((fault) => fault.code);
    const day = (offset: number) =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    expect(entry(day(1))).toEqual([]);
    expect(entry(new Date().toISOString())).toEqual([]);
    expect(entry(day(3))).toEqual(['DATE_IN_FUTURE']);
    expect(entry('1899-12-31')).toEqual(['DATE_TOO_EARLY']);
    expect(entry('2026-02-30')).toEqual(['WRONG_FORMAT']);
    expect(entry({ $gt: '' })).toEqual(['WRONG_FORMAT']);
  });
});
