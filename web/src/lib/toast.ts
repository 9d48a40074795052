/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5_000;
/** sonner takes a closed toast off the page after 200 ms; the same id in between would vanish with it. */
const LEAVING_MS = 250;
const ID = 'only';

export interface ToastOptions {
  description?: string;
  /** A button in the toast, for example Undo. */
  action?: { label: string; run: () => void };
}

type Kind = 'success' | 'error' | 'message';
type Sonner = typeof import('sonner').toast;

let leftAt = -Infinity;
let pending: ReturnType<typeof setTimeout> | undefined;
let latest = 0;

const left = () => {
  leftAt = performance.now();
};

const show = (sonner: Sonner, kind: Kind, title: string, { description, action }: ToastOptions) => {
  sonner[kind](title, {
    id: ID,
    description,
    duration: TOAST_MS,
    onAutoClose: left,
    onDismiss: left,
    action: action && { label: action.label, onClick: action.run },
  });
};

type Host = () => Promise<Sonner>;
let host: Host | undefined;

/** The place where toasts appear says how to reach it; see `components/layout/toaster.tsx`. */
export const setToastHost = (next: Host | undefined): void => {
  host = next;
};

const soon =
  (kind: Kind) =>
  (title: string, options: ToastOptions = {}) => {
    const mine = ++latest;
    clearTimeout(pending);
    void host?.().then((sonner) => {
      if (mine !== latest) return;
      const since = performance.now() - leftAt;
      const wait = since >= 0 && since < LEAVING_MS ? LEAVING_MS - since : 0;
      if (wait === 0) show(sonner, kind, title, options);
      else pending = setTimeout(() => show(sonner, kind, title, options), wait);
    });
  };

/** Messages at the edge of the screen; a new one takes the place of the one before. */
export const toast = {
  success: soon('success'),
  error: soon('error'),
  info: soon('message'),
};
