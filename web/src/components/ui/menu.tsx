import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cn } from '@/lib/cn';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
}

const itemStyle = [
  'flex min-h-(--control-small) cursor-default items-center gap-2 rounded-sm px-3 py-1 outline-none select-none',
  'data-highlighted:bg-accent-soft data-disabled:text-ink-3 [&_svg]:size-4 [&_svg]:shrink-0',
].join(' ');

/** A short list of actions behind a button. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50">
          <Base.Popup className="float max-h-(--available-height) min-w-44 overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Base.Item>) {
  return <Base.Item {...rest} className={cn(itemStyle, className)} />;
}

/** An item that goes somewhere: pass `render={<Link to="…" />}` or `href`. */
export function MenuLink({ className, ...rest }: ComponentProps<typeof Base.LinkItem>) {
  return <Base.LinkItem closeOnClick {...rest} className={cn(itemStyle, className)} />;
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 border-t border-line" />;
}

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
}

/** One of few, inside a menu. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-3 py-1 text-sm text-ink-3">{props.label}</Base.GroupLabel>
      <Base.RadioGroup value={props.value} onValueChange={(value: T) => props.onChange(value)}>
        {props.options.map((option) => (
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
