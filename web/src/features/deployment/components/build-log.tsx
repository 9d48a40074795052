import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';

/** Pixels from the end that still count as its end. */
const NEAR = 24;

interface BuildLogProps {
  lines: readonly string[];
  /** Older lines were left out. */
  isCut: boolean;
}

/** What the build says. It follows until somebody scrolls up, and again when asked. */
export function BuildLog({ lines, isCut }: BuildLogProps) {
  const { t } = useTranslation('deployment');
  const [following, follow] = useState(true);
  const box = useRef<HTMLPreElement>(null);
  const text = lines.join('\n');

  useEffect(() => {
    if (following && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [following, text]);

  return (
    <section aria-labelledby="log-title" className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-(--control-small) items-center justify-between gap-3">
        <h3 id="log-title" className="text-base">
          {t('log.title')}
        </h3>
        {!following && (
          <Button size="small" onClick={() => follow(true)}>
            <ArrowDown aria-hidden />
            {t('log.follow')}
          </Button>
        )}
      </div>
      {isCut && <p className="text-sm text-ink-3">{t('log.cut')}</p>}
      <pre
        ref={box}
        // Dark in both themes: the tokens of the dark one hold inside of it.
        data-theme="dark"
        role="log"
        aria-live="off"
        aria-labelledby="log-title"
        tabIndex={0}
        lang="en"
        onScroll={({ currentTarget }) => {
          const { scrollHeight, scrollTop, clientHeight } = currentTarget;
          follow(scrollHeight - scrollTop - clientHeight <= NEAR);
        }}
        className="max-h-80 min-h-24 overflow-y-auto rounded-md bg-sunk p-4 text-sm wrap-anywhere whitespace-pre-wrap text-ink"
      >
        {text || <span className="text-ink-3">{t('log.empty')}</span>}
      </pre>
    </section>
  );
}
