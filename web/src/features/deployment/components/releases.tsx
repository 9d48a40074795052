import { formatFileSize, type Release } from '@ctdb/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useErrorMessages } from '@/lib/error-messages';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { useActivateRelease, useReleases } from '../api/deployments';

interface ReleasesProps {
  /** A deployment is running, so no rollback can start. */
  running: boolean;
  onStarted: (id: string) => void;
}

function Row({ release, running, onStarted }: ReleasesProps & { release: Release }) {
  const { t } = useTranslation('deployment');
  const { errorText } = useErrorMessages();
  const language = useLanguage();
  const [asking, ask] = useState(false);
  const activate = useActivateRelease();
  const { projectName, domain, createdBy, hash, files, bytes, isActive } = release;
  const created = formatDateTime(release.createdAt, language);

  const goBack = async () => {
    try {
      const { deploymentId, alreadyRunning } = await activate.mutateAsync(release.id);
      ask(false);
      if (alreadyRunning) toast.info(t('alreadyRunning'), { description: t('alreadyRunningText') });
      else toast.success(t('rollback.started'));
      onStarted(deploymentId);
    } catch (error) {
      ask(false);
      toast.error(t('rollback.failed'), { description: errorText(error) });
    }
  };

  return (
    <li className="flex flex-col items-start gap-2 border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{projectName}</span>
        {isActive && <Badge tone="green">{t('releases.live')}</Badge>}
      </p>
      <p className="text-sm text-ink-2 tabular-nums wrap-anywhere">
        {t('releases.made', { when: created, name: createdBy })}
        {domain && ` · ${domain}`}
      </p>
      <p className="text-sm text-ink-3 tabular-nums">
        <code>{hash.slice(0, 12)}</code> ·{' '}
        {t('releases.files', { count: files, size: formatFileSize(bytes) })}
      </p>
      {!isActive && (
        <Button
          size="small"
          disabled={running}
          aria-label={t('rollback.named', { name: `${projectName}, ${created}` })}
          onClick={() => ask(true)}
        >
          {t('rollback.action')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        question={t('rollback.question', { name: projectName })}
        consequence={t('rollback.consequence', { when: created })}
        confirm={t('rollback.action')}
        variant="primary"
        pending={activate.isPending}
        onConfirm={() => void goBack()}
      />
    </li>
  );
}

/** The releases available for a rollback; the active one is marked. */
export function Releases(props: ReleasesProps) {
  const { t } = useTranslation('deployment');
  const { data, isPending, error, refetch } = useReleases();
  return (
    <section aria-labelledby="releases-title">
      <h2 id="releases-title" className="mb-1 text-lg">
        {t('releases.title')}
      </h2>
      <p className="text-ink-2">{t('releases.intro')}</p>
      {isPending && <Skeleton className="mt-3 h-40" />}
      {error && !data && <ErrorState title={t('releases.failed')} query={{ error, refetch }} />}
      {data?.length === 0 && <p className="mt-3">{t('releases.none')}</p>}
      <ul>
        {data?.map((release) => (
          <Row key={release.id} release={release} {...props} />
        ))}
      </ul>
    </section>
  );
}
