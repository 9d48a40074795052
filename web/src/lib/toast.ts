export interface ToastOptions {
  description?: string;
  /** A button in the toast, for example Undo. */
  action?: { label: string; run: () => void };
}

/** The content of a toast. */
export interface ToastMessage extends ToastOptions {
  type: 'success' | 'error' | 'info';
  title: string;
}

type Show = (message: ToastMessage) => void;

// The toaster is loaded after the page: the last message before that waits for it.
let early: ToastMessage | undefined;
const keep: Show = (message) => {
  early = message;
};
let show = keep;

/** Gives all messages to the toaster, until the returned function is called. */
export const connectToaster = (toaster: Show): (() => void) => {
  show = toaster;
  if (early) toaster(early);
  early = undefined;
  return () => {
    show = keep;
  };
};

const createToast =
  (type: ToastMessage['type']) =>
  (title: string, options?: ToastOptions): void =>
    show({ type, title, ...options });

/** Messages at the edge of the screen, one at a time. */
export const toast = {
  success: createToast('success'),
  error: createToast('error'),
  info: createToast('info'),
};
