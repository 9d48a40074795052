import { formatMoney, type MonthTotal, toDecimalString } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '@/components/confirm-button';
import { DataTable } from '@/components/ui/data-table';
import { Field, Input } from '@/components/ui/field';
import { Loaded } from '@/components/ui/loaded';
import { Section } from '@/components/ui/section';
import { currentQuery, routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';
import { today } from '@/lib/dates';

/** What was paid and refunded in a month; a row for each currency. */
function Totals({ month }: { month: string }) {
  const { t } = useTranslation('billing');
  const currencyName = ({ currency, isTest }: MonthTotal) => {
    const name = t(currency === 'INR' ? 'pricing.inr' : 'pricing.usd');
    return isTest ? t('orders.totals.test', { name }) : name;
  };
  const query = useQuery(
    currentQuery(['orderTotals', month], routes.getMonthTotals, { query: { month } }),
  );
  const money = (minor: number, { currency }: MonthTotal) =>
    formatMoney(toDecimalString(minor), currency);
  return (
    <Loaded query={query} failed={t('orders.totals.failed')} height="h-20">
      {({ totals }) =>
        totals.length === 0 ? (
          <p className="min-h-20 text-ink-2">{t('orders.totals.none')}</p>
        ) : (
          <DataTable
            isDense
            label={t('orders.totals.label')}
            rows={totals}
            toKey={currencyName}
            columns={[
              { title: t('orders.totals.currency'), cell: currencyName },
              { title: t('orders.totals.paid'), cell: (row) => money(row.paidMinor, row) },
              { title: t('orders.totals.refunded'), cell: (row) => money(row.refundedMinor, row) },
              {
                title: t('orders.totals.kept'),
                cell: (row) => <strong>{money(row.paidMinor - row.refundedMinor, row)}</strong>,
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}

/** The totals of a month, and its receipts and credit notes as a file. */
export function MonthSummary() {
  const { t } = useTranslation('billing');
  const [month, setMonth] = useState(() => today().slice(0, 7));
  // Some browsers have a text box for it.
  const isMonth = /^20\d\d-(0[1-9]|1[0-2])$/.test(month);
  return (
    <Section id="month" title={t('orders.export.title')} className="mt-12">
      <div className="mt-3 grid items-start gap-x-12 gap-y-3 lg:grid-cols-2">
        <div className="flex flex-wrap items-end gap-4">
          <p className="max-w-prose text-ink-2">{t('orders.export.text')}</p>
          <Field label={t('orders.export.month')} className="w-full sm:w-64">
            <Input
              type="month"
              pattern="\d{4}-\d{2}"
              value={month}
              onChange={(event) => setMonth(event.target.value)}
            />
          </Field>
          <ActionButton
            disabled={!isMonth}
            failed={t('orders.export.failed')}
            run={async () => saveFile(await download(routes.exportReceipts, { query: { month } }))}
          >
            <Download aria-hidden />
            {t('orders.export.action')}
          </ActionButton>
        </div>
        <div>{isMonth && <Totals month={month} />}</div>
      </div>
    </Section>
  );
}
