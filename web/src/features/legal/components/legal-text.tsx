import type { Language } from '@/lib/language';

const HEADING = '# ';

/** Headings and paragraphs: a blank line ends a paragraph, a heading is a line of its own. */
const toBlocks = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/^# .*$/gm, '\n\n$&\n\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);

/** The text of a public page in one language, as plain text: no HTML and no links. */
export function LegalText({ text, language }: { text: string; language: Language }) {
  return (
    <div lang={language} className="flex max-w-prose flex-col gap-3 wrap-anywhere">
      {toBlocks(text).map((block, at) =>
        // The parts of one text never change places.
        block.startsWith(HEADING) ? (
          <h2 key={at} className="mt-4 text-lg first:mt-0">
            {block.slice(HEADING.length)}
          </h2>
        ) : (
          <p key={at} className="whitespace-pre-line">
            {block}
          </p>
        ),
      )}
    </div>
  );
}
