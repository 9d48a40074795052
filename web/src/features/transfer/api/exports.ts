import { useMutation } from '@tanstack/react-query';
import { routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';

/** The kinds of exports. */
export type ExportKind = 'csv' | 'json' | 'notes' | 'history' | 'template';

const load = (kind: ExportKind) => {
  if (kind === 'notes') return download(routes.exportNotes);
  if (kind === 'history') return download(routes.exportHistory);
  if (kind === 'template') return download(routes.getImportTemplate);
  return download(routes.exportDiseases, { query: { format: kind } });
};

/** Fetches an export and lets the browser save it. */
export const useExport = () =>
  useMutation({ mutationFn: async (kind: ExportKind) => saveFile(await load(kind)) });
