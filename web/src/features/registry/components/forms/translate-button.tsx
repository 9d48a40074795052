import { useMutation } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { call, findParams, routes } from '@/lib/api';
import { useConfig, useSession } from '@/lib/session';
import { toast } from '@/lib/toast';

/** Translates an English text into Kannada. */
const useTranslate = () =>
  useMutation({ mutationFn: (text: string) => call(routes.translate, { body: { text } }) });

interface TranslateButtonProps {
  /** The current English text. */
  english: () => string;
  /** Takes over a whole machine-made text. */
  onTranslated: (text: string, engine: string) => void;
  /** Takes over one term of the glossary. */
  onTerm: (term: string) => void;
}

interface Term {
  en: string;
  kn: string;
}

/** Fills the Kannada text from the English one; without an engine it offers exact glossary terms. */
export function TranslateButton({ english, onTranslated, onTerm }: TranslateButtonProps) {
  const { t } = useTranslation(['registry', 'errors', 'common', 'forms']);
  const { errorText } = useErrorMessages();
  const translation = useTranslate();
  const [terms, setTerms] = useState<readonly Term[]>();
  const { isPerson, isAdmin } = useSession();
  const hasEngine = useConfig()?.translation?.configured !== false;

  const run = async () => {
    setTerms(undefined);
    const text = english().trim();
    if (!text) return toast.error(t('forms:translate.englishFirst'));
    try {
      const result = await translation.mutateAsync(text);
      onTranslated(result.text, result.engine);
    } catch (error) {
      const missing = findParams(error, 'TRANSLATION_NOT_CONFIGURED');
      if (missing) setTerms(missing.glossary);
      else toast.error(t('forms:translate.failed'), { description: errorText(error) });
    }
  };

  if (!hasEngine && !isPerson) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      {!hasEngine && (
        <p className="text-sm text-ink-3">
          <span>{t('forms:translate.noEngine')}</span>{' '}
          {isAdmin && <span>{t('forms:translate.setUp')}</span>}
        </p>
      )}
      <Button pending={translation.isPending} onClick={() => void run()}>
        <Languages aria-hidden />
        {t(translation.isPending ? 'forms:translate.running' : 'forms:translate.action')}
      </Button>
      {terms && (
        <Notice tone="info" role="status" className="w-full">
          <p>{t('errors:TRANSLATION_NOT_CONFIGURED')}</p>
          {terms.length === 0 && <p className="mt-1">{t('forms:translate.noTerms')}</p>}
          <ul className="mt-2 flex flex-wrap gap-2">
            {terms.map((term) => (
              <li key={term.en}>
                <Button size="small" onClick={() => onTerm(term.kn)}>
                  <span lang="en">{term.en}</span>
                  <span aria-hidden>→</span>
                  <span lang="kn">{term.kn}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
