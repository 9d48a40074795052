import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner } from 'sonner';
import { TOAST_MS } from '@/lib/toast';

/** sonner's live region, in our looks. Tells when it listens: a toast before that would be lost. */
export default function ToasterView({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation();
  useEffect(onReady, [onReady]);
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
