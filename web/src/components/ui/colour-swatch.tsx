import { protocolColours, type ProtocolColour } from '@ctdb/contracts';
import { useVocabulary } from '@/i18n/use-vocabulary';
import { cn } from '@/lib/cn';

/** A protocol's colour: the shade itself and always its name. */
export function ColourSwatch({
  colour,
  className,
}: {
  colour: ProtocolColour;
  className?: string;
}) {
  const words = useVocabulary();
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <span
        aria-hidden
        className="size-5 shrink-0 rounded-sm border border-line-strong print:hidden"
        style={{ backgroundColor: protocolColours[colour] }}
      />
      {words.colour(colour)}
    </span>
  );
}
