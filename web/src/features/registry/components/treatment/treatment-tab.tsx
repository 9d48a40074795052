import type { TreatmentDetail, TreatmentWithImages } from '@ctdb/contracts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Unfold } from '@/components/unfold';
import { Badge, SampleBadge } from '@/components/ui/badge';
import { lazyPart } from '@/components/ui/lazy-part';
import { Notice } from '@/components/ui/notice';
import { Prose } from '@/components/ui/prose';
import { type Language, otherLanguage, useLanguage } from '@/lib/language';
import { useKeptFocus } from '@/lib/focus';
import { useSession } from '@/lib/session';
import { useEditing } from '@/features/registry/model/use-editing';
import { EditButton, ProtocolSection } from './protocol-section';

const LazyReviewButton = lazyPart(
  () => import('./description-form').then((file) => file.ReviewButton),
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

/** The description in the reader's language, and the other one where it is asked for. */
function Descriptions({ treatment }: { treatment: TreatmentDetail }) {
  const { t } = useTranslation('registry');
  const language = useLanguage();
  const canEdit = useSession().can('edit');
  // The team works on both.
  const [isOpen, open] = useState(canEdit);
  const { needsReview, outdated, engine = '' } = treatment.translation;
  const texts = { en: treatment.descriptionEn, kn: treatment.descriptionKn };
  const labels = { en: t('treatment.english'), kn: t('treatment.kannada') };
  const [first, second] = [language, otherLanguage(language)].filter((code) => texts[code]);
  const label = (code: Language) => (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span>{labels[code]}</span>
      {code === 'kn' && needsReview && (
        <Badge tone="amber">{t('treatment.needsReview', { engine })}</Badge>
      )}
      {code === 'kn' && outdated && <Badge tone="amber">{t('treatment.outdated')}</Badge>}
    </span>
  );
  const description = (code: Language) => (
    <section aria-label={labels[code]}>
      {code === first && <h4 className="mb-1 text-sm font-semibold text-ink-3">{label(code)}</h4>}
      {code === 'kn' && canEdit && (needsReview || outdated) && (
        <LazyReviewButton treatment={treatment} />
      )}
      <Prose lang={code} text={texts[code]} />
    </section>
  );
  return (
    <div className="flex flex-col gap-4">
      {first && description(first)}
      {second && (
        <Unfold title={label(second)} isOpen={isOpen} onToggle={open}>
          <div className="mt-1">{description(second)}</div>
        </Unfold>
      )}
      {canEdit && !texts.kn && (
        <p className="flex items-center gap-2 text-sm font-semibold text-ink-3">
          <span>{labels.kn}</span>
          <Badge tone="amber">{t('treatment.missing')}</Badge>
        </p>
      )}
    </div>
  );
}

interface TreatmentTabProps {
  treatment: TreatmentWithImages;
  /** What is said of the disease. */
  about: ReactNode;
}

/** Shows the protocols, the description in both languages and the images. */
export function TreatmentTab({ treatment, about }: TreatmentTabProps) {
  const { t } = useTranslation('registry');
  const canEdit = useSession().can('edit');
  const editing = useEditing(`treatment:${treatment.id}`, canEdit);
  const kept = useKeptFocus<HTMLElement>(treatment.version);
  return (
    <div className="flex flex-col gap-12">
      <ProtocolSection treatment={treatment} canEdit={canEdit} />
      {about}
      <section {...kept} aria-labelledby="description-title">
        <Notice className="mb-6">{t('treatment.care')}</Notice>
        <div className="mb-4 flex items-center justify-between gap-4">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id="description-title" className="text-lg">
              {t('treatment.description')}
            </h3>
            {treatment.isSample && <SampleBadge />}
          </div>
          {canEdit && <EditButton label={t('treatment.editDescription')} editing={editing} />}
        </div>
        {editing.isOpen ? (
          <LazyDescriptionForm treatment={treatment} onClose={editing.close} />
        ) : (
          <Descriptions treatment={treatment} />
        )}
      </section>
      <LazyImageSection diseaseId={treatment.diseaseId} treatment={treatment} />
    </div>
  );
}
