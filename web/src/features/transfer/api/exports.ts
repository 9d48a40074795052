import { useMutation } from '@tanstack/react-query';
import { routes } from '@/lib/api';
import { download } from '@/lib/api/download';

/** What can be saved as a file. */
export type ExportKind = 'csv' | 'json' | 'history' | 'template';

const load = (kind: ExportKind) => {
  if (kind === 'history') return download(routes.exportHistory);
  if (kind === 'template') return download(routes.getImportTemplate);
  return download(routes.exportDiseases, { format: kind });
};

/** Not a plain link, which would carry no token. */
const save = ({ name, content }: Awaited<ReturnType<typeof load>>): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** Fetches an export and lets the browser save it. */
export const useExport = () =>
  useMutation({ mutationFn: async (kind: ExportKind) => save(await load(kind)) });
