import type { ImageHealth } from '@ctdb/contracts';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { useLanguage } from '@/i18n/use-language';
import { useTranslation } from '@/i18n/use-translation';
import { formatMoment } from '@/lib/moments';
import { whole } from '@/lib/numbers';

const tones = { running: 'blue', completed: 'green', failed: 'red' } as const;

/** Images that nothing right is left of, by name. */
function Lost({ images }: { images: ImageHealth['unrepairable'] }) {
  const { t } = useTranslation('imageHealth');
  return (
    <section aria-labelledby="lost-title">
      <h2 id="lost-title" className="text-lg">
        {t('lostTitle')}
      </h2>
      <p className="mb-2 text-ink-2">{t('lostHint')}</p>
      <ul>
        {images.map(({ imageId, title, reason }) => (
          <li
            key={imageId}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-3 last:border-b-0"
          >
            <strong className="min-w-0 wrap-anywhere">{title}</strong>
            <span className="text-ink-2">{t(`reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the last check found and did; while one runs, how far it is. */
export function LastCheck({ last }: { last: ImageHealth }) {
  const { t } = useTranslation('imageHealth');
  const language = useLanguage();
  const lost = last.unrepairable.length;
  const figures = [
    { label: t('checked'), value: last.checked },
    { label: t('repaired'), value: last.repaired },
    { label: t('lost'), value: lost },
  ];
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="last-title" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="last-title" className="text-lg">
            {t('last')}
          </h2>
          <Badge tone={tones[last.status]}>{t(`status.${last.status}`)}</Badge>
          <time dateTime={last.startedAt} className="text-ink-2">
            {formatMoment(last.startedAt, language)}
          </time>
        </div>
        <dl className="grid gap-4 sm:grid-cols-3">
          {figures.map(({ label, value }) => (
            <Card key={label}>
              <dt className="text-ink-2">{label}</dt>
              <dd className="text-3xl font-semibold tabular-nums">{whole(value)}</dd>
            </Card>
          ))}
        </dl>
        {last.status === 'failed' && <Notice tone="danger">{t('brokenOff')}</Notice>}
        {last.status === 'completed' && lost === 0 && (
          <Notice tone="success">{t('allGood')}</Notice>
        )}
      </section>
      {lost > 0 && <Lost images={last.unrepairable} />}
    </div>
  );
}
