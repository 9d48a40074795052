import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Button, LinkButton } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { languageNames } from '@/i18n/bilingual';
import { type Language, useLanguage } from '@/lib/language';
import { isCode, routeQuery, routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';
import { parseObjectId } from '@/lib/ids';
import { useAction } from '@/lib/run-action';
import { useSession } from '@/lib/session';
import { ReceiptSheet } from '../components/receipt-sheet';

const print = async () => {
  // The font of Kannada is loaded when a receipt first shows it.
  await document.fonts.ready;
  window.print();
};

function NoReceipts() {
  const { t } = useTranslation('receipts');
  return <EmptyState title={t('page.none')}>{t('page.noneHint')}</EmptyState>;
}

function ReceiptsOf({ id }: { id: string }) {
  const { t } = useTranslation('receipts');
  const readersLanguage = useLanguage();
  const [given, setLanguage] = useState<Language>();
  const language = given ?? readersLanguage;
  const receipts = useQuery(routeQuery(['receipts', id], routes.getReceipts, { params: { id } }));
  const pdf = useAction(t('page.pdfFailed'), async (number: string) => {
    const query = { number, language };
    saveFile(await download(routes.getReceiptPdf, { query, params: { id } }));
  });
  if (receipts.isPending) return <Skeleton className="h-80" />;
  if (receipts.isError && !isCode(receipts.error, 'NOT_FOUND'))
    return <ErrorState title={t('page.failed')} query={receipts} />;
  if (receipts.isError || receipts.data.length === 0) return <NoReceipts />;
  return (
    <>
      <div className="mb-6 flex max-w-[210mm] flex-wrap items-end gap-4 print:hidden">
        <Field label={t('page.language')} className="w-full sm:w-64">
          <Select
            value={language}
            options={[
              { value: 'en', label: languageNames.en },
              { value: 'kn', label: languageNames.kn },
            ]}
            onChange={setLanguage}
          />
        </Field>
        <Button variant="primary" onClick={() => void print()}>
          {t('page.print')}
        </Button>
        {receipts.data.map(({ number }) => (
          <Button
            key={number}
            pending={pdf.isPending && pdf.variables === number}
            onClick={() => pdf.mutate(number)}
          >
            <Download aria-hidden />
            {t('page.pdf', { number })}
          </Button>
        ))}
      </div>
      <div className="flex flex-col gap-6 print:block">
        {receipts.data.map((receipt) => (
          <ReceiptSheet key={receipt.number} document={receipt} language={language} />
        ))}
      </div>
    </>
  );
}

/** The receipt and credit notes of the purchase in the URL, to look at, to print and to save. */
export default function ReceiptsPage() {
  const { t } = useTranslation('receipts');
  const { isAdmin } = useSession();
  const id = parseObjectId(useParams()['id']);
  return (
    <Page title={t('page.title')} hideTitle>
      <div className="mb-4 print:hidden">
        <LinkButton to={isAdmin ? '/admin-orders' : '/access'} variant="link">
          <ArrowLeft aria-hidden />
          {isAdmin ? t('page.orders') : t('page.back')}
        </LinkButton>
        <p aria-hidden className="mt-2 text-2xl leading-heading font-semibold">
          {t('page.title')}
        </p>
      </div>
      {id === undefined ? <NoReceipts /> : <ReceiptsOf id={id} />}
    </Page>
  );
}
