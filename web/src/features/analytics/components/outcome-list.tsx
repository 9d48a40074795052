import { outcomes, type Analytics } from '@ctdb/contracts';
import { OutcomeBadge } from '@/components/ui/outcome-badge';
import { whole } from '@/lib/numbers';

/** How often each outcome was recorded, with a bar in proportion to the most frequent one. */
export function OutcomeList({ counts }: { counts: Analytics['outcomes'] }) {
  const most = Math.max(1, ...outcomes.map((outcome) => counts[outcome] ?? 0));
  return (
    <ul className="flex flex-col">
      {outcomes.map((outcome) => {
        const count = counts[outcome] ?? 0;
        return (
          <li
            key={outcome}
            className="grid grid-cols-[minmax(9rem,auto)_1fr_3rem] items-center gap-4 border-b border-line py-2 last:border-b-0"
          >
            <OutcomeBadge outcome={outcome} />
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-neutral-soft">
              <span
                className="block h-full rounded-full bg-ink-3"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span className="text-end tabular-nums">{whole(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
