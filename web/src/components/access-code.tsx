import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/copy-text';
import { useProductTitle } from '@/lib/session';

const QrCode = lazy(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }));

/** Marks what is printed without the page around it (`styles/base.css`). */
const PRINTED = 'data-print-alone';

/** An access code to copy, print or scan, and what it is for; needs the namespace `accessCode`. */
export function AccessCode({ code }: { code: string }) {
  const { t } = useTranslation('accessCode');
  const product = useProductTitle();
  const card = useRef<HTMLElement>(null);
  const page = `${location.origin}/restore`;

  const copy = () => copyText(code, t('copied'), t('copyFailed'));
  const print = () => {
    const { current } = card;
    current?.setAttribute(PRINTED, '');
    // On phones, printing continues after `print` has returned.
    window.addEventListener('afterprint', () => current?.removeAttribute(PRINTED), { once: true });
    window.print();
  };

  return (
    <section
      ref={card}
      aria-label={t('title')}
      className="flex flex-wrap items-start gap-x-6 gap-y-3 rounded-md border border-line-strong p-4"
    >
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="hidden font-semibold print:block">{product}</p>
        <p className="text-sm text-ink-2">{t('title')}</p>
        <p>
          <code className="text-lg font-semibold wrap-anywhere sm:text-xl select-all">{code}</code>
        </p>
        <p className="mt-1 text-sm text-ink-2">{t('keep')}</p>
        <p className="mt-1 hidden text-sm print:block">{page}</p>
        <div className="mt-3 flex flex-wrap gap-3 print:hidden">
          <Button onClick={() => void copy()}>{t('copy')}</Button>
          <Button onClick={print}>{t('print')}</Button>
        </div>
      </div>
      <Suspense fallback={<div className="size-32" />}>
        {/* White around it in both themes, or phones do not find it. */}
        <QrCode value={`${page}#${code}`} title={t('qrCode')} size={128} marginSize={4} />
      </Suspense>
    </section>
  );
}
