import type { SearchMatch } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/button';
import { SEARCH_ID, useRegistryUrl } from '@/features/registry/model/filter';
import { detectLanguage } from '@/lib/language';

const shownWord = /([\p{L}\p{M}\p{N}\u200c\u200d]+)/u;

interface MarkedProps {
  text: string;
  /** Those that are marked. */
  words?: readonly string[] | undefined;
}

/** A text in which words that answer to the search are marked. */
export function Marked({ text, words = [] }: MarkedProps) {
  const parts = text.split(shownWord);
  if (!parts.some((part) => words.includes(part))) return text;
  return parts.map((part, at) =>
    words.includes(part) ? (
      <mark
        // Parts of one text never change places.
        key={at}
        className="rounded-sm bg-yellow-soft text-ink forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
      >
        {part}
      </mark>
    ) : (
      <span key={at}>{part}</span>
    ),
  );
}

/** In which field a search has found a disease, where its names do not show it. */
export function FoundIn({ match: { words, field, text } }: { match: SearchMatch }) {
  const { t } = useTranslation('registry');
  if (!text) return null;
  const labels: Partial<Record<string, string>> = {
    alsoKnownAs: t('match.alsoKnownAs'),
    codes: t('match.codes'),
    notes: t('match.notes'),
  };
  return (
    <span className="block text-sm text-ink-2">
      <span>{field && labels[field]}</span>{' '}
      <bdi lang={detectLanguage(text)}>
        <Marked text={text} words={words} />
      </bdi>
    </span>
  );
}

/** Offers the search that is meant by one that is misspelt. */
export function DidYouMean({ search }: { search: string }) {
  const { t } = useTranslation('registry');
  const { searchLink } = useRegistryUrl();
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-b border-line px-5 py-2">
      <span>{t('list.didYouMean')}</span>
      <LinkButton
        to={searchLink(search)}
        variant="link"
        lang={detectLanguage(search)}
        // The link goes with the result.
        onClick={() => document.getElementById(SEARCH_ID)?.focus()}
      >
        {search}
      </LinkButton>
    </p>
  );
}
