import { type Disease, splitOtherNames } from '@ctdb/contracts';
import { ArrowLeft, Pencil, Printer, Trash2 } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryBadge, CodeBadge, SampleBadge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { lazyPart } from '@/components/ui/lazy-part';
import { UserText } from '@/components/ui/prose';
import { getName, otherLanguage, useLanguage } from '@/lib/language';
import { formatLongDate } from '@/lib/dates';
import { useSession } from '@/lib/session';
import { useShortcut } from '@/lib/shortcuts';
import { useRegistryUrl } from '@/features/registry/model/filter';
import { useLazyDialog } from '@/features/registry/model/use-lazy-dialog';

const LazyFavoriteButton = lazyPart(
  () => import('../list/personal-lists').then((file) => file.FavoriteButton),
  'size-(--control)',
  ['lists'],
);

const LazyFreeSampleMenu = lazyPart(
  () => import('./free-sample-menu').then((file) => file.FreeSampleMenu),
  'size-(--control)',
  ['sample'],
);

const DeleteDialog = lazy(() => import('./delete-dialog'));

/** The names, the category, and everything that can be done with a disease in one place. */
export function DetailHeader({ disease, onDeleted }: { disease: Disease; onDeleted: () => void }) {
  const { t } = useTranslation(['registry', 'common']);
  const { can, isAdmin } = useSession();
  const language = useLanguage();
  const other = otherLanguage(language);
  const editKey = useShortcut('e');
  const { diseaseLink } = useRegistryUrl();
  const deletion = useLazyDialog((_, dialog) => (
    <DeleteDialog {...dialog} disease={disease} onDeleted={onDeleted} />
  ));
  return (
    <header className="flex flex-col gap-3">
      <LinkButton to={diseaseLink(null)} variant="link" className="self-start lg:hidden">
        <ArrowLeft aria-hidden />
        {t('registry:detail.back')}
      </LinkButton>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-2xl">
            <span lang={language} className="block">
              {getName(disease, language)}
            </span>
            <span lang={other} className="mt-1 block text-lg font-normal text-ink-2">
              {getName(disease, other)}
            </span>
          </h2>
        </div>
        <div className="-mx-2 flex flex-wrap gap-1 print:hidden">
          <LazyFavoriteButton id={disease.id} />
          <LinkButton to={`/app/sheet/${disease.id}`} variant="quiet">
            <Printer aria-hidden />
            {t('registry:detail.print')}
          </LinkButton>
          {can('edit') && (
            <>
              <LinkButton to={`/app/add-disease?edit=${disease.id}`} variant="quiet" {...editKey}>
                <Pencil aria-hidden />
                {t('common:action.edit')}
              </LinkButton>
              <Button variant="quiet" onClick={() => deletion.open(undefined)}>
                <Trash2 aria-hidden />
                {t('common:action.delete')}
              </Button>
              {deletion.dialog}
            </>
          )}
          {isAdmin && <LazyFreeSampleMenu disease={disease} />}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CategoryBadge category={disease.category} />
        {disease.codes.map((code) => (
          <CodeBadge key={`${code.system} ${code.code}`} {...code} />
        ))}
        {disease.isSample && <SampleBadge />}
        <span className="text-sm text-ink-3">
          {t('registry:detail.updated', { date: formatLongDate(disease.updatedAt, language) })}
        </span>
        {can('analytics') && (
          <LinkButton to={`/trends?disease=${disease.id}`} variant="link" className="text-sm">
            {t('registry:detail.trends')}
          </LinkButton>
        )}
      </div>
      {disease.alsoKnownAs && (
        <p className="text-ink-2">
          <span>{t('registry:match.alsoKnownAs')}</span>
          {splitOtherNames(disease.alsoKnownAs).map((name, at) => (
            <span key={name}>
              {at === 0 ? ' ' : ', '}
              <UserText>{name}</UserText>
            </span>
          ))}
        </p>
      )}
    </header>
  );
}
