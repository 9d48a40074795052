import { toast } from './toast';

/** Copies a text to the clipboard; a toast says that it is copied, or that the browser forbids it. */
export const copyText = async (text: string, copied: string, failed: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    // Forbidden, or no clipboard at all outside of https.
    toast.error(failed);
  }
};
