import type { Disease, Image, TreatmentDetail } from '@ctdb/contracts';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '@/components/ui/button';
import { LocalText, Prose } from '@/components/ui/prose';
import { bilingualTexts } from '@/i18n/bilingual';
import { useEnumLabels } from '@/i18n/enum-labels';
import type { UrlOfImage } from '@/features/registry/model/images';
import { getName, type Language, pickText } from '@/lib/language';
import { useConfig } from '@/lib/session';
import { AuthorizedImage } from '../images/authorized-image';
import { ProtocolTable } from './protocol-section';

interface ImageLoading {
  /** Is called with 1 when an image begins to load, with -1 when it is loaded, broken or removed. */
  onLoading: (change: 1 | -1) => void;
  /** Where images are, for readers without access. */
  urlOf?: UrlOfImage | undefined;
}

interface PictureProps extends ImageLoading {
  image: Image;
  /** Stands in place of one that cannot be loaded. */
  broken: string;
}

function Picture({ image, broken, onLoading, urlOf }: PictureProps) {
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    if (!isLoading) return undefined;
    onLoading(1);
    return () => onLoading(-1);
  }, [isLoading, onLoading]);
  return (
    <AuthorizedImage
      image={image}
      urlOf={urlOf}
      size="display"
      className="h-36 w-full rounded-sm border border-line object-contain"
      onLoad={() => setLoading(false)}
      onBroken={() => setLoading(false)}
      fallback={<p className="h-36 border border-line p-2">{broken}</p>}
    />
  );
}

interface TreatmentSheetProps extends ImageLoading {
  language: Language;
  disease: Pick<Disease, 'id' | 'nameEn' | 'nameKn' | 'category'>;
  /** Its page, for the QR code. */
  path?: string;
  treatment: Pick<TreatmentDetail, 'descriptionEn' | 'descriptionKn' | 'protocols'>;
  /** Those of the treatment that are printed. */
  images: readonly Image[];
}

/** Shows a treatment in one language for A4 paper, to hand out or to keep. */
export function TreatmentSheet(props: TreatmentSheetProps) {
  const { language, disease, treatment, images, onLoading, urlOf } = props;
  const { path = `/app?disease=${disease.id}` } = props;
  const { t } = useTranslation(['registry', 'sheet', 'images', 'common'], { lng: language });
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
          value={new URL(path, window.location.origin).href}
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
      {images.length > 0 && (
        <section className="break-inside-avoid">
          <h3 className="mb-2 text-lg">{t('images:title')}</h3>
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 print:grid-cols-3">
            {images.map((image) => (
              <li key={image.id} className="break-inside-avoid text-sm">
                <Picture {...{ image, onLoading, urlOf }} broken={t('images:broken')} />
                <p className="mt-1 line-clamp-2 wrap-anywhere">
                  <LocalText language={language} text={image.title} textKn={image.titleKn} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
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

const print = async () => {
  // The font of Kannada is loaded when a sheet first shows it.
  await document.fonts.ready;
  window.print();
};

interface PrintButtonProps extends Pick<ButtonProps, 'variant'> {
  /** Images of the sheet are still loading. */
  isLoading: boolean;
}

/** Prints the sheet. */
export function PrintButton({ variant, isLoading }: PrintButtonProps) {
  const { t } = useTranslation('sheet');
  return (
    <Button variant={variant} pending={isLoading} onClick={() => void print()}>
      {t('print')}
    </Button>
  );
}
