import { type ReceiptDocument, type ReceiptLine, toReceiptView } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import type { Language } from '@/lib/language';

interface ReceiptSheetProps {
  document: ReceiptDocument;
  language: Language;
}

/** A receipt or credit note in one language, for A4 paper; as in the PDF. */
export function ReceiptSheet({ document, language }: ReceiptSheetProps) {
  const { t } = useTranslation(['documents', 'states'], { lng: language });
  const { number, seller, item } = document;
  const view = toReceiptView(document, language, (state) => t(`states:${state}`));
  const label = (line: ReceiptLine) => ('text' in line ? t(line.text) : line.name);
  return (
    <article
      data-sheet
      lang={language}
      aria-label={number}
      className="flex max-w-[210mm] flex-col gap-6 rounded-md border border-line bg-raised p-6 not-last:break-after-page print:border-0 print:p-0"
    >
      <header>
        <h2 className="text-2xl">{t(view.title)}</h2>
        <p className="mt-3 font-semibold wrap-anywhere">{seller.name}</p>
        {view.seller.map((line) => (
          <p key={line} className="wrap-anywhere">
            {line}
          </p>
        ))}
      </header>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        {view.facts.map((fact) => (
          <div key={label(fact)} className="contents">
            <dt className="text-ink-2">{label(fact)}</dt>
            <dd className="mb-1 wrap-anywhere tabular-nums sm:mb-0">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full">
        <thead>
          <tr className="border-b border-line-strong">
            <th scope="col" className="py-2 text-start">
              {t('item')}
            </th>
            <th scope="col" className="py-2 text-end">
              {t('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td colSpan={2} className="py-2">
              {t(item)}
            </td>
          </tr>
          {view.amounts.map((line) => (
            <tr
              key={label(line)}
              className="last:border-b last:border-line-strong last:font-semibold"
            >
              <th scope="row" className="py-1 text-start [font-weight:inherit]">
                {label(line)}
              </th>
              <td className="py-1 text-end tabular-nums">{line.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="text-sm text-ink-2">
        {view.notes.map((note) => (
          <p key={note}>{t(note)}</p>
        ))}
      </footer>
    </article>
  );
}
