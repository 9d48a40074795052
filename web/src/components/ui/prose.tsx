import { detectLanguage, type Language, pickText, useLanguage } from '@/lib/language';
import { cn } from '@/lib/cn';

/**
 * A text that a person wrote, in paragraphs. Each is marked with the language of its script, because
 * line heights and screen reader voices differ; pass `lang` if the language is known.
 */
export function Prose({
  text,
  lang,
  className,
}: {
  text: string;
  lang?: Language;
  className?: string;
}) {
  const paragraphs = text.split(/\n{2,}/);
  return (
    <div className={cn('flex max-w-prose flex-col gap-3', className)}>
      {paragraphs.map((paragraph, at) => (
        <p
          // Paragraphs of one text never change places.
          key={at}
          lang={lang ?? detectLanguage(paragraph)}
          className="whitespace-pre-line"
        >
          {paragraph}
        </p>
      ))}
    </div>
  );
}

interface LocalTextProps {
  text: string;
  textKn: string;
  /** The reader's, if absent. */
  language?: Language | undefined;
}

/** A name or short text that a person wrote: isolated from what is beside it, with its own `lang`. */
export function UserText({ children, className }: { children: string; className?: string }) {
  return (
    <bdi lang={detectLanguage(children)} className={className}>
      {children}
    </bdi>
  );
}

/** {@link UserText} in one language where it exists. */
export function LocalText({ text, textKn, language }: LocalTextProps) {
  const readersLanguage = useLanguage();
  const shown = pickText(language ?? readersLanguage, text, textKn);
  return <UserText>{shown}</UserText>;
}
