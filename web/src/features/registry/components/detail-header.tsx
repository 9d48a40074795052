import type { Disease } from '@ctdb/contracts';
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryBadge, CodeBadge, SampleBadge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { Prose } from '@/components/ui/prose';
import { getName, useLanguage } from '@/i18n/language';
import { isCode } from '@/lib/api';
import { formatDate } from '@/lib/dates';
import { useSession } from '@/lib/session';
import { useDeleteDisease, useRestoreRecord } from '../api/change-disease';
import { useDeleteWithUndo } from '../model/use-delete-with-undo';
import { diseaseTexts, SavedTexts } from './conflict-notice';

interface DetailHeaderProps {
  disease: Disease;
  /** The registry alone, for small screens. */
  backTo: string;
  onDeleted: () => void;
}

function DeleteDisease({ disease, onDeleted }: Pick<DetailHeaderProps, 'disease' | 'onDeleted'>) {
  const { t } = useTranslation(['registry', 'common']);
  const [asking, ask] = useState(false);
  const deletion = useDeleteDisease();
  const { mutateAsync: restore } = useRestoreRecord();
  const name = getName(disease, useLanguage());
  const remove = useDeleteWithUndo({
    remove: async () => {
      // After a change by another person the dialog stays: `disease` is then what they saved.
      await deletion.mutateAsync(disease, {
        onSettled: (_done, error) => ask(isCode(error, 'VERSION_CONFLICT')),
      });
      onDeleted();
    },
    restore: () => restore({ params: { kind: 'disease', id: disease.id } }),
    description: name,
    titles: {
      done: t('registry:delete.done'),
      failed: t('registry:delete.failed'),
      restored: t('registry:delete.restored'),
      restoreFailed: t('registry:delete.restoreFailed'),
    },
  });
  return (
    <>
      <Button
        variant="quiet"
        onClick={() => {
          deletion.reset();
          ask(true);
        }}
      >
        <Trash2 aria-hidden />
        {t('common:action.delete')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        question={t('registry:delete.question')}
        consequence={t('registry:delete.consequence', { name })}
        confirm={t('common:action.delete')}
        pending={deletion.isPending}
        onConfirm={() => void remove()}
      >
        {isCode(deletion.error, 'VERSION_CONFLICT') && (
          <Notice tone="caution" role="alert" className="mt-4">
            <p>{t('registry:delete.changed')}</p>
            <SavedTexts texts={diseaseTexts(disease)} />
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Both names, the category, and everything that can be done with a disease in one place. */
export function DetailHeader({ disease, backTo, onDeleted }: DetailHeaderProps) {
  const { t } = useTranslation(['registry', 'common']);
  const { isAdmin, can } = useSession();
  const language = useLanguage();
  return (
    <header className="flex flex-col gap-3">
      <LinkButton to={backTo} variant="link" className="self-start lg:hidden">
        <ArrowLeft aria-hidden />
        {t('registry:detail.back')}
      </LinkButton>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-2xl">
            <span lang="en" className="block">
              {disease.nameEn}
            </span>
            <span lang="kn" className="mt-1 block text-xl font-normal text-ink-2">
              {disease.nameKn}
            </span>
          </h2>
        </div>
        {isAdmin && (
          <div className="-mx-2 flex gap-1">
            <LinkButton to={`/app/add-disease?edit=${disease.id}`} variant="quiet">
              <Pencil aria-hidden />
              {t('common:action.edit')}
            </LinkButton>
            <DeleteDisease disease={disease} onDeleted={onDeleted} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CategoryBadge category={disease.category} />
        {disease.codes.map((code) => (
          <CodeBadge key={`${code.system} ${code.code}`} {...code} />
        ))}
        {disease.isSample && <SampleBadge />}
        <span className="text-sm text-ink-3">
          {t('registry:detail.updated', { date: formatDate(disease.updatedAt, language) })}
        </span>
        {can('analytics') && (
          <LinkButton to={`/trends?disease=${disease.id}`} variant="link" className="text-sm">
            {t('registry:detail.trends')}
          </LinkButton>
        )}
      </div>
      {disease.notes && <Prose text={disease.notes} className="text-ink-2" />}
    </header>
  );
}
