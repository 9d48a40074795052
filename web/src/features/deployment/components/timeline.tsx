import type { DeploymentStatus } from '@ctdb/contracts';
import { Circle, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Spinner } from '@/components/ui/spinner';
import { useLengthWords } from '@/i18n/use-length-words';
import { isOver } from '../api/deployments';

type Entry = DeploymentStatus['details']['timeline'][number];

const stages = ['preparing', 'building', 'deploying', 'dns_checking', 'ssl_setup'] as const;

function Sign({ outcome }: { outcome: Entry['outcome'] | 'waiting' }) {
  if (outcome === 'running') return <Spinner className="shrink-0 text-info" />;
  if (outcome === 'done') return <CircleCheck aria-hidden className="shrink-0 text-success" />;
  if (outcome === 'failed') return <CircleX aria-hidden className="shrink-0 text-danger" />;
  if (outcome === 'skipped') return <CircleMinus aria-hidden className="shrink-0 text-ink-3" />;
  return <Circle aria-hidden className="shrink-0 text-line-strong" />;
}

/** The stages one after the other: what is done, what runs, what is still to come. */
export function Timeline({ status }: { status: DeploymentStatus }) {
  const { t } = useTranslation('deployment');
  const lengthWords = useLengthWords();
  const { timeline } = status.details;
  const shown = stages
    .map((stage) => ({ stage, entry: timeline.find((one) => one.stage === stage) }))
    // What has not begun when it ended never will.
    .filter(({ entry }) => entry ?? !isOver(status));
  return (
    <ol aria-label={t('timeline')} className="flex flex-col gap-2">
      {shown.map(({ stage, entry }) => {
        const outcome = entry?.outcome ?? 'waiting';
        const seconds =
          entry?.endedAt && (Date.parse(entry.endedAt) - Date.parse(entry.startedAt)) / 1_000;
        return (
          <li
            key={stage}
            aria-current={outcome === 'running' ? 'step' : undefined}
            className="flex items-center gap-3 [&_svg]:size-5"
          >
            <Sign outcome={outcome} />
            <span className={outcome === 'waiting' ? 'text-ink-3' : ''}>{t(`phase.${stage}`)}</span>
            <span className="ms-auto text-end text-sm text-ink-3 tabular-nums">
              {t(`outcome.${outcome}`)}
              {outcome === 'done' && seconds !== undefined && seconds !== '' && (
                <> · {lengthWords(seconds)}</>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
