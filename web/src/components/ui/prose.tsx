import { cn } from '@/lib/cn';

const kannada = /\p{Script=Kannada}/u;

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
  lang?: 'en' | 'kn';
  className?: string;
}) {
  const paragraphs = text.split(/\n{2,}/);
  return (
    <div className={cn('flex max-w-prose flex-col gap-3', className)}>
      {paragraphs.map((paragraph, at) => (
        <p
          // Paragraphs of one text never change places.
          key={at}
          lang={lang ?? (kannada.test(paragraph) ? 'kn' : 'en')}
          className="whitespace-pre-line"
        >
          {paragraph}
        </p>
      ))}
    </div>
  );
}
