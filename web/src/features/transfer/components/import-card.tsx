import {
  formatFileSize,
  MAX_UNPACKED_BYTES,
  MAX_WORKBOOK_BYTES,
  type ImportDetail,
  type ImportStatus,
} from '@ctdb/contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Figures } from '@/components/ui/facts';
import { Loaded } from '@/components/ui/loaded';
import { Notice } from '@/components/ui/notice';
import { Progress } from '@/components/ui/progress';
import { useLanguage } from '@/lib/language';
import { formatDateTime } from '@/lib/dates';
import { formatInteger } from '@/lib/numbers';
import { useRunAction } from '@/lib/run-action';
import { isBusy, useImport, useImportAction } from '../api/imports';
import { ImportLists } from './import-lists';

const tones = {
  checking: 'blue',
  checked: 'amber',
  running: 'blue',
  completed: 'green',
  cancelled: 'gray',
  failed: 'red',
  undoing: 'blue',
  undone: 'gray',
} as const satisfies Record<ImportStatus, string>;

/** The state of an import in a word. */
export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation('transfer');
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}

/** How many diseases are, or will be, treated in which way. */
function Counts({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  const isUndo = detail.status === 'undoing' || detail.status === 'undone';
  const isPlan = detail.status === 'checking' || detail.status === 'checked';
  const tense = isPlan ? 'plan' : 'done';
  const labels = isUndo
    ? { undone: t('count.undone'), kept: t('count.kept') }
    : {
        created: t(`count.created.${tense}`),
        updated: t(`count.updated.${tense}`),
        unchanged: t('count.unchanged'),
        refused: t('count.refused'),
      };
  const rows = Object.entries(labels).map(([name, label]) => ({
    label,
    value: formatInteger(detail[name as 'created']),
  }));
  return <Figures className="grid-cols-2 sm:grid-cols-4" rows={rows} />;
}

function Actions({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation(['transfer', 'common']);
  const runAction = useRunAction();
  const { mutateAsync, isPending } = useImportAction(detail.id);
  const { status, created, updated, losing, isUndoable } = detail;
  // The audit trail leads here.
  const [search] = useSearchParams();
  const [asking, ask] = useState<'losses' | 'undo' | undefined>(
    search.has('undo') && isUndoable ? 'undo' : undefined,
  );
  const act = async (request: Parameters<typeof mutateAsync>[0]) => {
    await runAction(t(`action.${request.action}Failed`), () => mutateAsync(request));
    ask(undefined);
  };
  const run = () => (losing > 0 ? ask('losses') : void act({ action: 'run' }));
  const changes = created + updated;
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {status === 'checked' && changes > 0 && (
        <Button variant="primary" pending={isPending} onClick={run}>
          {t('action.run', { count: changes })}
        </Button>
      )}
      {(status === 'checked' || status === 'checking' || status === 'running') && (
        <Button disabled={isPending} onClick={() => void act({ action: 'cancel' })}>
          {status === 'checked' ? t('action.discard') : t('common:action.cancel')}
        </Button>
      )}
      {isUndoable && <Button onClick={() => ask('undo')}>{t('action.undo')}</Button>}
      <ConfirmDialog
        open={asking === 'undo'}
        onOpenChange={() => ask(undefined)}
        question={t('undo.question')}
        consequence={t('undo.consequence')}
        confirm={t('action.undo')}
        pending={isPending}
        onConfirm={() => void act({ action: 'undo' })}
      />
      <ConfirmDialog
        open={asking === 'losses'}
        onOpenChange={() => ask(undefined)}
        question={t('losses.question', { count: losing })}
        consequence={t('losses.consequence')}
        confirm={t('losses.confirm')}
        pending={isPending}
        onConfirm={() => void act({ action: 'run', losses: 'accepted' })}
      />
    </div>
  );
}

function Details({ detail }: { detail: ImportDetail }) {
  const { t } = useTranslation('transfer');
  const language = useLanguage();
  const id = useId();
  const { status, progress, created, updated, losing, error } = detail;
  const isChecked = status === 'checked';
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={id} className="min-w-0 text-lg wrap-anywhere">
            {detail.name || t('unnamed')}
          </h3>
          <ImportStatusBadge status={status} />
          <p className="w-full text-sm text-ink-2">
            {t('startedBy', {
              name: detail.startedBy,
              when: formatDateTime(detail.createdAt, language),
            })}
            {' · '}
            {t('rows', { count: detail.rows })}
          </p>
        </div>
        {isBusy(detail) && (
          <div className="flex flex-col gap-2">
            <div className="flex items-baseline justify-between gap-4">
              <p role="status">{t(`working.${status as 'checking' | 'running' | 'undoing'}`)}</p>
              <span className="font-semibold tabular-nums">{Math.floor(progress * 100)}%</span>
            </div>
            <Progress label={t('progress')} value={progress} max={1} />
          </div>
        )}
        {error && (
          <Notice tone="danger" role="alert">
            {t(`error.${error.code}`, {
              ...error.params,
              size: formatFileSize(MAX_WORKBOOK_BYTES),
              unpacked: formatFileSize(MAX_UNPACKED_BYTES),
            })}
          </Notice>
        )}
        <Counts detail={detail} />
        {isChecked && created + updated === 0 && <Notice>{t('nothingToDo')}</Notice>}
        {isChecked && losing > 0 && (
          <Notice tone="caution">{t('losses.notice', { count: losing })}</Notice>
        )}
        <Actions detail={detail} />
        <ImportLists detail={detail} />
        {(status === 'completed' || status === 'undone') && (
          <p>
            <Link to="/app" className="text-accent underline">
              {t('toRegistry')}
            </Link>
          </p>
        )}
      </Card>
    </section>
  );
}

/** One import: preview, progress, result, and what can be done with it. */
export function ImportCard({ id }: { id: string }) {
  const { t } = useTranslation('transfer');
  return (
    <Loaded query={useImport(id)} failed={t('loadFailed')} height="h-48">
      {(detail) => <Details detail={detail} />}
    </Loaded>
  );
}
