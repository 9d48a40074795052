import { useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { isCode, routeQuery, routes } from '@/lib/api';
import { useLanguage } from '@/lib/language';
import { configQuery, useReader } from '@/lib/session';
import { useHydrated } from '@/lib/use-hydrated';
import { PrintButton, TreatmentSheet } from '../components/treatment/treatment-sheet';

/** As high as the window, so that the footer does not move into it and out again. */
const waiting = <Skeleton className="h-dvh max-w-[210mm]" />;

function NoSample() {
  const { t } = useTranslation('sample');
  const home = (
    <LinkButton to="/" variant="link">
      {t('home')}
    </LinkButton>
  );
  return (
    <EmptyState title={t('none')} action={home}>
      {t('noneText')}
    </EmptyState>
  );
}

function Sample({ id }: { id: string }) {
  const { t } = useTranslation(['sample', 'images']);
  const language = useLanguage();
  const sample = useQuery(
    routeQuery(['registry', 'free-sample', id], routes.getFreeSample, { params: { id } }),
  );
  const [loading, addLoading] = useReducer((sum: number, change: 1 | -1) => sum + change, 0);
  if (sample.isPending) return waiting;
  if (sample.isError)
    return isCode(sample.error, 'NOT_FOUND') ? (
      <NoSample />
    ) : (
      <ErrorState title={t('sample:failed')} query={sample} />
    );
  const { images, imagesUnavailable } = sample.data;
  return (
    <>
      <div className="mb-6 flex max-w-[210mm] flex-col items-start gap-4 print:hidden">
        <PrintButton isLoading={loading > 0} />
        {imagesUnavailable && <Notice tone="caution">{t('images:unavailable')}</Notice>}
      </div>
      <TreatmentSheet
        language={language}
        disease={sample.data}
        path="/sample"
        treatment={sample.data}
        images={images}
        urlOf={(filename, size) => `/api/samples/${id}/images/${filename}?size=${size}`}
        onLoading={addLoading}
      />
    </>
  );
}

function Content() {
  const config = useQuery(configQuery);
  if (config.isPending) return waiting;
  if (config.isError) return <ErrorState query={config} />;
  const { freeSample } = config.data;
  return freeSample ? <Sample id={freeSample.id} /> : <NoSample />;
}

/** The one disease that visitors read free of charge, as its treatment sheet, and the way to the prices. */
export default function SamplePage() {
  const { t } = useTranslation('sample');
  const { can } = useReader();
  const hydrated = useHydrated();
  return (
    <Page title={t('title')} hideTitle>
      {/* Beside the sheet where there is room, so that one width serves both. */}
      <div className="grid gap-6 xl:grid-cols-[minmax(16rem,1fr)_minmax(0,210mm)] xl:gap-8 print:block">
        <div className="flex flex-col items-start gap-4 print:hidden">
          <p aria-hidden className="text-2xl leading-heading font-semibold">
            {t('title')}
          </p>
          <p className="max-w-prose text-ink-2">{t('intro')}</p>
          {can('read') ? (
            <LinkButton to="/app" variant="primary">
              {t('continue')}
            </LinkButton>
          ) : (
            <LinkButton to="/hourly-access" reloadDocument variant="primary">
              {t('prices')}
            </LinkButton>
          )}
        </div>
        <div className="min-w-0">{hydrated ? <Content /> : waiting}</div>
      </div>
    </Page>
  );
}
