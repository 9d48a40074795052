import { useMutation } from '@tanstack/react-query';
import { routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';

const downloads = {
  csv: () => download(routes.exportDiseases, { query: { format: 'csv' } }),
  json: () => download(routes.exportDiseases, { query: { format: 'json' } }),
  notes: () => download(routes.exportNotes),
  history: () => download(routes.exportHistory),
  template: () => download(routes.getImportTemplate),
};
/** The kinds of exports. */
export type ExportKind = keyof typeof downloads;

/** Fetches an export and lets the browser save it. */
export const useExport = () =>
  useMutation({ mutationFn: async (kind: ExportKind) => saveFile(await downloads[kind]()) });
