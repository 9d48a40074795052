import 'sonner/dist/styles.css';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { TOAST_MS } from '@/lib/toast';

/** Where toasts appear. Mount once. */
export function Toaster() {
  const { t } = useTranslation();
  return (
    <Sonner
      visibleToasts={1}
      duration={TOAST_MS}
      position="bottom-right"
      closeButton
      containerAriaLabel={t('nav.notifications')}
      toastOptions={{ closeButtonAriaLabel: t('action.close') }}
    />
  );
}
