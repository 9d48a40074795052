import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { connectToaster } from '@/lib/toast';

/** How long a toast stays, in milliseconds. */
const TOAST_DURATION_MS = 5_000;
/** All toasts share one id, so that a new one replaces the one before. */
const ID = 'toast';

function ToastList() {
  const { t } = useTranslation();
  const { toasts, add, close } = Toast.useToastManager();
  useEffect(
    () =>
      connectToaster(({ type, title, description, action }) => {
        const onClick = () => {
          close(ID);
          action?.run();
        };
        add({
          id: ID,
          type,
          title,
          description,
          actionProps: action && { children: action.label, onClick },
        });
      }),
    [add, close],
  );
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      role="group"
      // A group has no such attribute; Base UI sets it for its own role, dialog.
      aria-modal={undefined}
      data-toast
      className="float w-full rounded-md border border-line bg-raised text-ink shadow-float"
    >
      <Toast.Content className="relative flex flex-wrap items-center gap-3 px-4 py-3">
        <div className="flex flex-[1_1_11rem] gap-2 pe-7">
          {toast.type === 'success' && (
            <CircleCheck aria-hidden className="mt-[0.2em] size-5 shrink-0 text-success" />
          )}
          {toast.type === 'error' && (
            <CircleAlert aria-hidden className="mt-[0.2em] size-5 shrink-0 text-danger" />
          )}
          <div className="min-w-0">
            <Toast.Title render={<div />} className="font-semibold" />
            <Toast.Description className="text-ink-2" />
          </div>
        </div>
        <Toast.Action render={<Button variant="primary" size="small" className="me-7" />} />
        <Toast.Close
          aria-label={t('action.close')}
          // Base UI hides it from screen readers until the pointer or the focus is on the toast.
          aria-hidden={false}
          render={
            <Button variant="quiet" size="icon-small" className="absolute end-1 top-1">
              <X aria-hidden />
            </Button>
          }
        />
      </Toast.Content>
    </Toast.Root>
  ));
}

/** The place of toasts. Mount once. */
export function Toaster() {
  const { t } = useTranslation();
  return (
    <Toast.Provider timeout={TOAST_DURATION_MS} limit={1}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('nav.notifications')}
          className="fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar,0px))] z-60 sm:inset-x-auto sm:end-6 sm:w-96"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
