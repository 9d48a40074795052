import { Toast } from '@base-ui/react/toast';

/** How long a toast stays, in milliseconds. */
export const TOAST_DURATION_MS = 5_000;

export const toastManager = Toast.createToastManager();

export interface ToastOptions {
  description?: string;
  /** A button in the toast, for example Undo. */
  action?: { label: string; run: () => void };
}

/** All toasts share one id, so that a new one replaces the one before. */
const ID = 'toast';

const createToast =
  (type: 'success' | 'error' | 'info') =>
  (title: string, { description, action }: ToastOptions = {}): void => {
    const onClick = () => {
      toastManager.close(ID);
      action?.run();
    };
    toastManager.add({
      id: ID,
      type,
      title,
      description,
      actionProps: action && { children: action.label, onClick },
    });
  };

/** Messages at the edge of the screen, one at a time. */
export const toast = {
  success: createToast('success'),
  error: createToast('error'),
  info: createToast('info'),
};
