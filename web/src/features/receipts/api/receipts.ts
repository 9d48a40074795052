import { useMutation, useQuery } from '@tanstack/react-query';
import type { Language } from '@/lib/language';
import { call, routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';

/** The receipt and credit notes of a purchase. */
export const useReceipts = (id: string) =>
  useQuery({
    queryKey: ['receipts', id],
    queryFn: ({ signal }) => call(routes.getReceipts, { params: { id }, signal }),
  });

/** Saves one of them as PDF. */
export const useReceiptPdf = (id: string) =>
  useMutation({
    mutationFn: async (query: { number: string; language: Language }) =>
      saveFile(await download(routes.getReceiptPdf, { query, params: { id } })),
  });
