import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/link-button';

/** The sign-in worked: the way into the registry has the focus. */
export function LoginSuccess() {
  const { t } = useTranslation('admin');
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => way.current?.focus(), []);
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <p className="flex items-center gap-3 text-xl font-semibold">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-success" />
        {t('login.success')}
      </p>
      <p className="text-ink-2">{t('login.successHint')}</p>
      <LinkButton ref={way} to="/app" look="primary" size="large" className="w-full">
        {t('login.open')}
      </LinkButton>
    </div>
  );
}
