import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useRunAction } from '@/lib/run-action';
import { routes } from '@/lib/api';
import { download } from '@/lib/api/download';
import { saveFile } from '@/lib/api/save-file';
import { today } from '@/lib/dates';

/** Saves the receipts and credit notes of a month as a file. */
export function MonthExport() {
  const { t } = useTranslation('billing');
  const runAction = useRunAction();
  const [month, setMonth] = useState(() => today().slice(0, 7));
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async () => saveFile(await download(routes.exportReceipts, { query: { month } })),
  });
  const save = () => runAction(t('orders.export.failed'), () => mutateAsync());
  return (
    <section aria-labelledby="month-export" className="mt-12 flex flex-col gap-3">
      <div>
        <h2 id="month-export" className="text-xl">
          {t('orders.export.title')}
        </h2>
        <p className="max-w-prose text-ink-2">{t('orders.export.text')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-4">
        <Field label={t('orders.export.month')} className="w-full sm:w-64">
          <Input
            type="month"
            pattern="\d{4}-\d{2}"
            value={month}
            onChange={(event) => setMonth(event.target.value)}
          />
        </Field>
        <Button pending={isPending} disabled={month === ''} onClick={() => void save()}>
          <Download aria-hidden />
          {t('orders.export.action')}
        </Button>
      </div>
    </section>
  );
}
