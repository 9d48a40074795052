import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/copy-text';
import { useInitialFocus } from '@/lib/focus';

/** New recovery codes, which are shown once, to copy or print; needs the namespace `factors`. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('factors');
  const heading = useInitialFocus<HTMLHeadingElement>();
  const copy = () => copyText(codes.join('\n'), t('codes.copied'), t('codes.copyFailed'));
  return (
    <div className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {t('codes.title')}
      </h2>
      <p>{t('codes.keep')}</p>
      <ul lang="en" className="grid gap-y-1 font-mono text-sm sm:text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => void copy()}>{t('codes.copy')}</Button>
        <Button onClick={() => window.print()}>{t('codes.print')}</Button>
        <Button variant="primary" onClick={onDone}>
          {t('codes.done')}
        </Button>
      </div>
    </div>
  );
}
