import { outcomeColours, type Outcome } from '@ctdb/contracts';
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleMinus } from 'lucide-react';
import { useVocabulary } from '@/i18n/use-vocabulary';
import { Badge } from './badge';

const signs = {
  green: CircleCheck,
  yellow: CircleDot,
  gray: CircleDashed,
  red: CircleAlert,
  blue: CircleDashed,
};
const unchanged: readonly Outcome[] = ['No Change', 'No Effect'];

/** The outcome of an entry: a sign, a word and a colour that say the same. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const words = useVocabulary();
  const tone = outcomeColours[outcome];
  const Sign = unchanged.includes(outcome) ? CircleMinus : signs[tone];
  return (
    <Badge tone={tone}>
      <Sign aria-hidden className="size-4 shrink-0" />
      {words.outcome(outcome)}
    </Badge>
  );
}
