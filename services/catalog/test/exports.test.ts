import {
  addHistoryEntry,
  CSV_BOM,
  diseaseColumns,
  exportHistory,
  historyColumns,
} from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { csv, exportAll, importText, richDisease, testImports } from './support/imports.js';
import { visit } from './support/patients.js';

const catalog = testImports();

describe('an export', () => {
  it('has a row for each protocol, and one for a disease without', async () => {
    const { disease } = await richDisease(catalog);
    const plain = await catalog.disease();
    const text = await exportAll(catalog);
    const keys = `${disease.id},"'=Fever, ""high""",ಜ್ವರ,Respiratory`;
    const rows = csv(
      `${keys},"''Line 1\n-Line 2",ICD-10 R50.9; ICD-11 MG26,'@ blue light,ನೀಲಿ ಬೆಳಕು,libretranslate,green,Chest,,'+10 min,೧೦ ನಿಮಿಷ,daily,`,
      `${keys},,,,,,blue,Chest,,'+10 min,,daily,`,
    );
    const plainRow = csv(`${plain.id},Asthma,ಅಸ್ತಮಾ,Respiratory,,,,,,,,,,,,`);
    // Ordered by id.
    const ordered = [rows, plainRow].sort().join('');
    expect(text).toBe(`${CSV_BOM}${csv(diseaseColumns.join(','))}${ordered}`);
  });

  it('of history has the names of patients', async () => {
    const { id } = await catalog.treatment();
    await catalog.call(addHistoryEntry, { treatmentId: id, ...visit, patientName: '=Ravi' });
    const { text } = await catalog.call(exportHistory, {});
    const [header, row = ''] = text.split('\r\n');
    expect(header).toBe(CSV_BOM + historyColumns.join(','));
    expect(row).toMatch(/^[0-9a-f]{24},.*,2025-03-01T00:00:00.000Z,'=Ravi,Green light,,Improved,/);
  });

  it.each(['csv', 'json'] as const)('as %s is the same again after its import', async (format) => {
    await richDisease(catalog);
    await catalog.disease();
    const before = await exportAll(catalog, format);
    expect(await importText(catalog, before, { format })).toMatchObject({
      status: 'completed',
      created: 0,
      updated: 0,
      unchanged: 2,
      refused: 0,
    });
    expect(await exportAll(catalog, format)).toBe(before);
    // As in another installation.
    await catalog.mongo.collection('diseases').deleteMany({});
    await catalog.mongo.collection('treatments').deleteMany({});
    expect(await importText(catalog, before, { format })).toMatchObject({ created: 2, refused: 0 });
    expect(await exportAll(catalog, format)).toBe(before);
  });
});
