import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { MenuProps } from './menu';

export type MenuEntry =
  | { kind: 'action'; label: string; run: () => void }
  /** `link`: an empty `<Link to="…" />` or `<a href="…" />`. */
  | { kind: 'link'; label: string; link: ReactElement }
  | { kind: 'line'; key: string }
  | {
      kind: 'choice';
      label: string;
      value: string;
      options: readonly { value: string; label: string }[];
      onChange: (value: string) => void;
    };

const itemStyle = [
  'flex min-h-(--control-small) cursor-default items-center gap-2 rounded-sm px-3 py-1',
  'text-ink outline-none select-none data-highlighted:bg-accent-soft',
  '[&_svg]:size-4 [&_svg]:shrink-0',
].join(' ');

function Choice({ entry }: { entry: Extract<MenuEntry, { kind: 'choice' }> }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 py-1 text-sm text-ink-3">{entry.label}</Base.GroupLabel>
      <Base.RadioGroup value={entry.value} onValueChange={(value: string) => entry.onChange(value)}>
        {entry.options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            className={itemStyle}
          >
            <span className="size-4">
              <Base.RadioItemIndicator>
                <Check aria-hidden className="text-accent" />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

const row = (entry: MenuEntry): ReactNode => {
  switch (entry.kind) {
    case 'action':
      return (
        <Base.Item key={entry.label} onClick={entry.run} className={itemStyle}>
          {entry.label}
        </Base.Item>
      );
    case 'link':
      return (
        <Base.LinkItem key={entry.label} closeOnClick render={entry.link} className={itemStyle}>
          {entry.label}
        </Base.LinkItem>
      );
    case 'line':
      return <Base.Separator key={entry.key} className="my-1 border-t border-line" />;
    case 'choice':
      return <Choice key={entry.label} entry={entry} />;
  }
};

/** The menu itself, open on mount. `Menu` loads its code on hover or focus of the button. */
export default function MenuParts({ trigger, entries }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-50">
          <Base.Popup className="float max-h-(--available-height) min-w-44 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float outline-none">
            {entries.map(row)}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
