import {
  importMediaTypes,
  MAX_IMPORT_BYTES,
  MAX_WORKBOOK_BYTES,
  type ImportDetail,
  type ImportFormat,
  type ImportSummary,
} from '@ctdb/contracts';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';
import { uploadFile } from '@/lib/api/upload';

const POLL_MS = 1_000;
/** Imports on a page. */
const IMPORTS_PAGE_SIZE = 10;

const key = ['imports'];
const oneKey = (id: string) => [...key, 'one', id];

/** Whether a worker is busy with an import, or will be. */
export const isBusy = ({ status }: Pick<ImportSummary, 'status'>): boolean =>
  status === 'checking' || status === 'running' || status === 'undoing';

/** Imports, newest first; polled while one of them runs. */
export const useImports = (page: number) =>
  useQuery({
    queryKey: [...key, 'list', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(IMPORTS_PAGE_SIZE) };
      return toPage(
        await callWithHeaders(routes.listImports, { query, signal }),
        IMPORTS_PAGE_SIZE,
      );
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.items.some(isBusy) ? 2 * POLL_MS : false),
  });

/** One import; polled until its work is done. */
export const useImport = (id: string) => {
  const client = useQueryClient();
  return useQuery({
    queryKey: oneKey(id),
    queryFn: async ({ signal }) => {
      const detail = await call(routes.getImport, { params: { id }, signal });
      // It may have changed the registry since that was loaded.
      client.removeQueries({ queryKey: ['registry'] });
      return detail;
    },
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && !isBusy(state.data) ? false : POLL_MS),
  });
};

const store = (client: QueryClient, detail: ImportDetail): void => {
  client.setQueryData(oneKey(detail.id), detail);
  void client.invalidateQueries({ queryKey: [...key, 'list'] });
};

interface ImportAction {
  action: 'run' | 'cancel' | 'undo';
  losses?: 'accepted';
}

/** Runs, cancels or undoes an import. Its losses are accepted when it is run. */
export const useImportAction = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, losses }: ImportAction) => {
      const params = { id };
      if (action === 'cancel') return call(routes.cancelImport, { params });
      if (action === 'undo') return call(routes.undoImport, { params });
      return call(routes.runImport, { params, query: losses ? { losses } : {} });
    },
    onSuccess: (detail) => store(client, detail),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
};

const formatOf = ({ name }: File): ImportFormat => {
  if (/\.xlsx$/i.test(name)) return 'xlsx';
  return /\.(jsonl?|ndjson)$/i.test(name) ? 'json' : 'csv';
};

/** Whether the server takes no file of this size. */
export const isTooLarge = (file: File): boolean =>
  file.size > (formatOf(file) === 'xlsx' ? MAX_WORKBOOK_BYTES : MAX_IMPORT_BYTES);

/** Sends a file, which is then checked; only one at a time. */
export const useUploadImport = () => {
  const client = useQueryClient();
  const [sent, setSent] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (file: File) => {
      running.current = new AbortController();
      setSent(0);
      return uploadFile(routes.startImport, {
        file,
        contentType: importMediaTypes[formatOf(file)],
        query: { dryRun: 'true', name: file.name.slice(0, 200) },
        signal: running.current.signal,
        onSent: (bytes, total) => setSent(total === 0 ? 0 : bytes / total),
      });
    },
    onSuccess: (detail) => store(client, detail),
    onSettled: () => setSent(undefined),
  });
  return { start: mutateAsync, isPending, sent, cancel: () => running.current?.abort() };
};
