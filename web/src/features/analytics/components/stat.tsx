interface StatProps {
  label: string;
  value: string;
  hint?: string;
}

/** One figure with what it counts. */
export function Stat({ label, value, hint }: StatProps) {
  return (
    <div className="flex flex-col gap-1 border-t-2 border-ink pt-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
      {hint && <dd className="text-sm text-ink-3">{hint}</dd>}
    </div>
  );
}
