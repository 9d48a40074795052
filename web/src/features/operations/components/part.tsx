import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';

interface PartProps {
  title: string;
  /** The screen that tells more. */
  to?: string;
  link?: string;
  /** Nobody could be asked. */
  away?: boolean;
  children?: ReactNode;
}

/** One part of the overview; says so where whoever knows it cannot be asked. */
export function Part({ title, to, link, away = false, children }: PartProps) {
  const { t } = useTranslation('operations');
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="flex h-full flex-col gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {away ? <p className="text-caution">{t('away')}</p> : children}
        {to && (
          <LinkButton to={to} size="small" className="mt-auto self-start">
            {link}
          </LinkButton>
        )}
      </Card>
    </section>
  );
}

/** Names and values, one below the other. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
