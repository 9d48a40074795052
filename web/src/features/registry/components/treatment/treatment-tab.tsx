import type { TreatmentDetail, TreatmentWithImages } from '@ctdb/contracts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, SampleBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { lazyPart } from '@/components/ui/lazy-part';
import { Notice } from '@/components/ui/notice';
import { Prose } from '@/components/ui/prose';
import { useLanguage } from '@/lib/language';
import { useHasDraft } from '@/lib/draft-key';
import { useSession } from '@/lib/session';
import { ProtocolSection } from './protocol-section';

const LazyReviewButton = lazyPart(
  () => import('./review-button').then((file) => file.ReviewButton),
  'mb-2 h-(--control-small) w-40',
);
const LazyDescriptionForm = lazyPart(() =>
  import('./description-form').then((file) => file.DescriptionForm),
);
export const LazyImageSection = lazyPart(
  () => import('../images/image-section').then((file) => file.ImageSection),
  'h-64',
  ['images'],
);

function KannadaState({ translation }: Pick<TreatmentDetail, 'translation'>) {
  const { t } = useTranslation('registry');
  return (
    <>
      {translation.needsReview && (
        <Badge tone="amber">
          {t('treatment.needsReview', { engine: translation.engine ?? '' })}
        </Badge>
      )}
      {translation.outdated && <Badge tone="amber">{t('treatment.outdated')}</Badge>}
    </>
  );
}

/** Both descriptions, the reader's language first. */
function Descriptions({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation('registry');
  const language = useLanguage();
  const canEdit = useSession().can('edit');
  const { needsReview, outdated } = treatment.translation;
  const parts = {
    en: { label: t('treatment.english'), text: treatment.descriptionEn },
    kn: { label: t('treatment.kannada'), text: treatment.descriptionKn },
  };
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
      {(language === 'en' ? (['en', 'kn'] as const) : (['kn', 'en'] as const)).map((code) => (
        <section key={code} aria-label={parts[code].label} className="min-w-0">
          <h4 className="mb-1 flex flex-wrap items-center gap-2 text-sm font-semibold text-ink-3">
            {parts[code].label}
            {code === 'kn' && <KannadaState translation={treatment.translation} />}
          </h4>
          {code === 'kn' && canEdit && (needsReview || outdated) && (
            <LazyReviewButton treatment={treatment} />
          )}
          <Prose lang={code} text={parts[code].text} />
        </section>
      ))}
    </div>
  );
}

/** Shows the description in both languages, the protocols and the images. */
export function TreatmentTab({ treatment }: { treatment: TreatmentWithImages }) {
  const { t } = useTranslation(['registry', 'common']);
  const canEdit = useSession().can('edit');
  const isBegun = useHasDraft(`treatment:${treatment.id}`);
  const [editing, edit] = useState(canEdit && isBegun);
  return (
    <div className="flex flex-col gap-12">
      <section aria-labelledby="description-title">
        <Notice className="mb-6">{t('registry:treatment.care')}</Notice>
        <div className="mb-4 flex items-center justify-between gap-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id="description-title" className="text-lg">
              {t('registry:treatment.description')}
            </h3>
            {treatment.isSample && <SampleBadge />}
          </div>
          {canEdit && !editing && (
            <Button
              variant="quiet"
              size="small"
              aria-label={t('registry:treatment.editDescription')}
              onClick={() => edit(true)}
            >
              <Pencil aria-hidden />
              {t('common:action.edit')}
            </Button>
          )}
        </div>
        {editing ? (
          <LazyDescriptionForm treatment={treatment} onClose={() => edit(false)} />
        ) : (
          <Descriptions treatment={treatment} />
        )}
      </section>
      <ProtocolSection treatment={treatment} canEdit={canEdit} />
      <LazyImageSection diseaseId={treatment.diseaseId} treatment={treatment} />
    </div>
  );
}
