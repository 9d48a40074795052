import type { Disease, TreatmentWithImages } from '@ctdb/contracts';
import { ArrowLeft } from 'lucide-react';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { AccessNotice } from '@/components/layout/access-gate';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { languageNames } from '@/i18n/bilingual';
import { type Language, useLanguage } from '@/lib/language';
import { isCode } from '@/lib/api';
import { parseObjectId } from '@/lib/ids';
import { useSession } from '@/lib/session';
import { useDisease, useTreatment } from '../api/queries';
import { PrintButton, TreatmentSheet } from '../components/treatment/treatment-sheet';
import { useImageTexts } from '../model/images';

/** More images than these are left to the reader to choose, so that a language fits on one page. */
const MAX_CHOSEN_IMAGES = 3;

type SheetLanguage = Language | 'both';

/** The choice of language and images, and the sheets as they will be printed. */
function Sheets({ disease, treatment }: { disease: Disease; treatment: TreatmentWithImages }) {
  const { t } = useTranslation(['sheet', 'images']);
  const readersLanguage = useLanguage();
  const imageTexts = useImageTexts();
  const [given, setLanguage] = useState<SheetLanguage>();
  const language = given ?? readersLanguage;
  const [chosen, choose] = useState<readonly string[]>(() =>
    treatment.images.slice(0, MAX_CHOSEN_IMAGES).map(({ id }) => id),
  );
  const [loading, addLoading] = useReducer((sum: number, change: 1 | -1) => sum + change, 0);
  const toggle = (id: string) =>
    choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const languages: readonly Language[] = language === 'both' ? ['en', 'kn'] : [language];
  return (
    <>
      <div className="mb-6 flex max-w-[210mm] flex-col gap-4 print:hidden">
        <div className="flex flex-wrap items-end gap-4">
          <Field label={t('sheet:language')} className="w-full sm:w-64">
            <Select
              value={language}
              options={[
                { value: 'en', label: languageNames.en },
                { value: 'kn', label: languageNames.kn },
                { value: 'both', label: t('sheet:both') },
              ]}
              onChange={setLanguage}
            />
          </Field>
          <PrintButton variant="primary" isLoading={loading > 0} />
        </div>
        {treatment.imagesUnavailable && <Notice tone="caution">{t('images:unavailable')}</Notice>}
        {treatment.images.length > 0 && (
          <fieldset>
            <legend className="mb-1 font-semibold">{t('sheet:images')}</legend>
            {treatment.images.map((image) => (
              <label key={image.id} className="flex min-h-(--control-small) items-center gap-3">
                <input
                  type="checkbox"
                  checked={chosen.includes(image.id)}
                  onChange={() => toggle(image.id)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="min-w-0 wrap-anywhere">{imageTexts(image).title}</span>
              </label>
            ))}
          </fieldset>
        )}
      </div>
      <div className="flex flex-col gap-6 print:block">
        {languages.map((one) => (
          <TreatmentSheet
            key={one}
            language={one}
            disease={disease}
            treatment={treatment}
            images={treatment.images.filter(({ id }) => chosen.includes(id))}
            onLoading={addLoading}
          />
        ))}
      </div>
    </>
  );
}

function SheetOf({ id }: { id: string }) {
  const { t } = useTranslation('registry');
  const session = useSession();
  const canRead = session.can('read');
  const disease = useDisease(id, canRead);
  const treatment = useTreatment(id, canRead);
  if (!canRead) return <AccessNotice />;
  if (disease.isPending || treatment.isPending) return <Skeleton className="h-80" />;
  if (disease.isError)
    return isCode(disease.error, 'NOT_FOUND') ? (
      <EmptyState title={t('treatment.invalidId')} />
    ) : (
      <ErrorState title={t('detail.failed')} query={disease} />
    );
  if (treatment.isError) return <ErrorState title={t('treatment.failed')} query={treatment} />;
  if (!treatment.data) return <EmptyState title={t('treatment.none')} />;
  return <Sheets disease={disease.data} treatment={treatment.data} />;
}

/** The treatment sheet of the disease in the URL, to look at and to print. */
export default function SheetPage() {
  const { t } = useTranslation(['sheet', 'registry']);
  const id = parseObjectId(useParams().id);
  return (
    <Page title={t('sheet:title')} hideTitle>
      <div className="mb-4 print:hidden">
        <LinkButton to={id === undefined ? '/app' : `/app?disease=${id}`} variant="link">
          <ArrowLeft aria-hidden />
          {t('sheet:back')}
        </LinkButton>
        <p aria-hidden className="mt-2 text-2xl leading-heading font-semibold">
          {t('sheet:title')}
        </p>
      </div>
      {id === undefined ? (
        <EmptyState title={t('registry:treatment.invalidId')} />
      ) : (
        <SheetOf id={id} />
      )}
    </Page>
  );
}
