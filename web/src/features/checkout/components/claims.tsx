import { LockKeyhole, RotateCcw, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/link-button';

interface ClaimProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

function Claim({ icon, title, children }: ClaimProps) {
  return (
    <li className="flex gap-3 [&>svg]:mt-[0.2em] [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-3">
      {icon}
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-2">{children}</p>
      </div>
    </li>
  );
}

/** What is promised beside a plan, as far as it is true here. */
export function Claims() {
  const { t } = useTranslation('checkout');
  return (
    <section aria-labelledby="claims">
      <h2 id="claims" className="text-xl">
        {t('plans.claim.title')}
      </h2>
      <ul className="mt-3 flex max-w-prose flex-col gap-4">
        <Claim icon={<Undo2 aria-hidden />} title={t('plans.claim.refund')}>
          {t('plans.claim.refundText')}{' '}
          <LinkButton to="/access" look="link">
            {t('plans.claim.access')}
          </LinkButton>
        </Claim>
        <Claim icon={<RotateCcw aria-hidden />} title={t('plans.claim.cancel')}>
          {t('plans.claim.cancelText')}
        </Claim>
        {window.location.protocol === 'https:' && (
          <Claim icon={<LockKeyhole aria-hidden />} title={t('plans.claim.ssl')}>
            {t('plans.claim.sslText')}
          </Claim>
        )}
      </ul>
    </section>
  );
}
