import { toast as sonner } from 'sonner';

/** How long a toast stays, in milliseconds. */
export const TOAST_MS = 5_000;
/** sonner takes a closed toast off the page after 200 ms; the same id in between would vanish with it. */
const LEAVING_MS = 250;
const ID = 'only';

interface ToastOptions {
  description?: string;
  /** A button in the toast, for example Undo. */
  action?: { label: string; run: () => void };
}

let leftAt = -Infinity;
let pending: ReturnType<typeof setTimeout> | undefined;

const left = () => {
  leftAt = Date.now();
};

type Kind = 'success' | 'error' | 'message';

const show = (kind: Kind, title: string, { description, action }: ToastOptions) => {
  sonner[kind](title, {
    id: ID,
    description,
    duration: TOAST_MS,
    onAutoClose: left,
    onDismiss: left,
    action: action && { label: action.label, onClick: action.run },
  });
};

const soon =
  (kind: Kind) =>
  (title: string, options: ToastOptions = {}) => {
    clearTimeout(pending);
    const wait = leftAt + LEAVING_MS - Date.now();
    if (wait <= 0) show(kind, title, options);
    else pending = setTimeout(() => show(kind, title, options), wait);
  };

/** Messages at the edge of the screen; a new one takes the place of the one before. */
export const toast = {
  success: soon('success'),
  error: soon('error'),
  info: soon('message'),
  dismiss: () => {
    clearTimeout(pending);
    sonner.dismiss(ID);
  },
};
