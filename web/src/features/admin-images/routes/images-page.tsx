import type { ImageHealth } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { FixImagesButton } from '@/components/fix-images-button';
import { Page } from '@/components/layout/page';
import { Badge } from '@/components/ui/badge';
import { Figures } from '@/components/ui/facts';
import { Loaded } from '@/components/ui/loaded';
import { EmptyState, Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { useDates } from '@/lib/dates';
import { useImageHealth } from '@/lib/media-runs';
import { formatInteger } from '@/lib/numbers';
import { useSession } from '@/lib/session';

const tones = { running: 'blue', completed: 'green', failed: 'red' } as const;

/** Problems that another image check cannot repair. */
const permanentErrors = new Set<string>(['noRightCopy', 'undecodable']);

interface ImageListProps {
  kind: 'lost' | 'open';
  images: ImageHealth['unrepairable'];
}

/** A list of image names, with advice. */
function ImageList({ kind, images }: ImageListProps) {
  const { t } = useTranslation('imageHealth');
  return (
    <Section id={`${kind}-title`} title={t(`${kind}Title`)} headingClass="text-lg">
      <p className="mb-2 text-ink-2">{t(`${kind}Hint`)}</p>
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
    </Section>
  );
}

/** The result of the last image check, or the progress of the active one. */
function ImageCheckResult({ last }: { last: ImageHealth }) {
  const { t } = useTranslation('imageHealth');
  const { formatDateTime } = useDates();
  const lost = last.unrepairable.filter(({ reason }) => permanentErrors.has(reason));
  const open = last.unrepairable.filter(({ reason }) => !permanentErrors.has(reason));
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="last-title" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <h2 id="last-title" className="text-lg">
            {t('last')}
          </h2>
          <Badge tone={tones[last.status]}>{t(`status.${last.status}`)}</Badge>
          <time dateTime={last.startedAt} className="text-ink-2">
            {formatDateTime(last.startedAt)}
          </time>
        </div>
        <Figures
          className="sm:grid-cols-3"
          rows={[
            { label: t('checked'), value: formatInteger(last.checked) },
            { label: t('repaired'), value: formatInteger(last.repaired) },
            { label: t('lost'), value: formatInteger(lost.length) },
          ]}
        />
        {last.status === 'failed' && <Notice tone="danger">{t('brokenOff')}</Notice>}
        {last.status === 'completed' && last.unrepairable.length === 0 && (
          <Notice tone="success">{t('allGood')}</Notice>
        )}
      </section>
      {lost.length > 0 && <ImageList kind="lost" images={lost} />}
      {open.length > 0 && <ImageList kind="open" images={open} />}
    </div>
  );
}

function Health() {
  const { t } = useTranslation('imageHealth');
  return (
    <Loaded query={useImageHealth()} failed={t('loadFailed')} height="h-64">
      {({ last }) =>
        last ? (
          <ImageCheckResult last={last} />
        ) : (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        )
      }
    </Loaded>
  );
}

/** The state of all images and their backups, with a button that repairs them. */
export default function ImagesPage() {
  const { t } = useTranslation('imageHealth');
  const { isAdmin } = useSession();
  return (
    <Page
      needs="admin"
      title={t('title')}
      intro={t('intro')}
      action={isAdmin && <FixImagesButton variant="primary" />}
    >
      <Health />
    </Page>
  );
}
