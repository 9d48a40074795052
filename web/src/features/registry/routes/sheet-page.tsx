import type { Disease, Image, TreatmentWithImages } from '@ctdb/contracts';
import { ArrowLeft } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { AccessNotice } from '@/components/layout/access-gate';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { LocalText, Prose } from '@/components/ui/prose';
import { bilingualTexts, languageNames } from '@/i18n/bilingual';
import { useEnumLabels } from '@/i18n/enum-labels';
import { isCode } from '@/lib/api';
import { parseObjectId } from '@/lib/ids';
import { useSession } from '@/lib/session';
import { useDisease } from '../api/diseases';
import { useTreatment } from '../api/treatment';
import { PrintButton } from '../components/treatment/print-button';
import { TreatmentSheet } from '../components/treatment/treatment-sheet';
import { useImageTexts } from '../model/images';

interface InLanguage {
  language: Language;
}

interface Loading {
  /** Is called with 1 when an image begins to load, with -1 when it is loaded, broken or removed. */
  onLoading: (change: 1 | -1) => void;
}

function Picture({ image, language, onLoading }: InLanguage & Loading & { image: Image }) {
  const { t } = useTranslation('images', { lng: language });
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    if (!isLoading) return undefined;
    onLoading(1);
    return () => onLoading(-1);
  }, [isLoading, onLoading]);
  return (
    <AuthorizedImage
      image={image}
      size="display"
      className="h-36 w-full rounded-sm border border-line object-contain"
      onLoad={() => setLoading(false)}
      onBroken={() => setLoading(false)}
      fallback={<p className="h-36 border border-line p-2">{t('broken')}</p>}
    />
  );
}

function Images({ images, ...rest }: InLanguage & Loading & { images: readonly Image[] }) {
  const { language } = rest;
  const { t } = useTranslation('images', { lng: language });
  return (
    <section className="break-inside-avoid">
      <h3 className="mb-2 text-lg">{t('title')}</h3>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 print:grid-cols-3">
        {images.map((image) => (
          <li key={image.id} className="break-inside-avoid text-sm">
            <Picture {...rest} image={image} />
            <p className="mt-1 line-clamp-2 wrap-anywhere">
              <LocalText language={language} text={image.title} textKn={image.titleKn} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TreatmentSheetProps extends InLanguage, Loading {
  disease: Disease;
  treatment: TreatmentWithImages;
  /** Those of the treatment that are printed. */
  images: readonly Image[];
}

/** Shows a treatment in one language for A4 paper, to hand out or to keep. */
function TreatmentSheet(props: TreatmentSheetProps) {
  const { language, disease, treatment, images, onLoading } = props;
  const { t } = useTranslation(['registry', 'sheet', 'common'], { lng: language });
  const labels = useEnumLabels(language);
  const productName = useConfig()?.productName[language];
  const description = pickText(language, treatment.descriptionEn, treatment.descriptionKn);
  return (
    <article
      data-sheet
      lang={language}
      aria-label={getName(disease, language)}
      className="flex max-w-[210mm] flex-col gap-5 rounded-md border border-line bg-raised p-6 not-last:break-after-page print:gap-4 print:border-0 print:p-0"
    >
      <header className="flex flex-col-reverse items-start gap-4 sm:flex-row sm:justify-between sm:gap-6 print:flex-row print:justify-between">
        <div className="min-w-0">
          {productName && (
            <p className="text-sm text-ink-3">
              {t('common:product.database', { name: productName })}
            </p>
          )}
          <h2 className="mt-1 text-2xl wrap-anywhere">{getName(disease, language)}</h2>
          <p className="mt-1 text-ink-2">{labels.category(disease.category)}</p>
        </div>
        <QRCodeSVG
          value={new URL(`/app?disease=${disease.id}`, window.location.origin).href}
          title={t('sheet:qrCode')}
          size={96}
          marginSize={2}
          className="shrink-0"
        />
      </header>
      <section>
        <h3 className="mb-1 text-lg">{t('registry:treatment.description')}</h3>
        <Prose text={description} className="max-w-none!" />
      </section>
      <section>
        <h3 className="mb-1 text-lg">{t('registry:protocol.title')}</h3>
        {treatment.protocols.length === 0 ? (
          <p>{t('registry:protocol.none')}</p>
        ) : (
          <ProtocolTable protocols={treatment.protocols} language={language} />
        )}
      </section>
      {images.length > 0 && <Images images={images} language={language} onLoading={onLoading} />}
      <section className="break-inside-avoid">
        <h3 className="text-lg">{t('registry:tab.notes')}</h3>
        <div aria-hidden className="divide-y divide-line-strong border-b border-line-strong">
          {['first', 'second', 'third', 'fourth'].map((line) => (
            <div key={line} className="h-9" />
          ))}
        </div>
      </section>
      <p className="break-inside-avoid text-sm text-ink-2">{bilingualTexts.care[language]}</p>
    </article>
  );
}

/** More images than these are left to the reader to choose, so that a language fits on one page. */
const MAX_CHOSEN_IMAGES = 3;

type SheetLanguage = Language | 'both';

interface SheetsProps {
  disease: Disease;
  treatment: TreatmentWithImages;
}

/** The choice of language and images, and the sheets as they will be printed. */
function Sheets({ disease, treatment }: SheetsProps) {
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
