import { isProtocolColor, protocolColors } from '@ctdb/contracts';
import { UserText } from '@/components/ui/prose';
import { type ColorLook, useEnumLabels } from '@/i18n/enum-labels';
import type { Language } from '@/lib/language';
import { cn } from '@/lib/cn';

interface ColorProps {
  /** A built-in color, or the id of an added one. */
  color: string;
  /** Names and shade of an added color. */
  colorLook?: ColorLook | undefined;
  className?: string;
}

/** The shade of a color, for those who see it. */
export function Shade({ color, colorLook, className }: ColorProps) {
  const builtIn = isProtocolColor(color) ? protocolColors[color] : undefined;
  return (
    <span
      aria-hidden
      className={cn(
        'size-5 shrink-0 rounded-sm border border-line-strong forced-color-adjust-none [print-color-adjust:exact] forced-colors:border-[CanvasText]',
        className,
      )}
      style={{ backgroundColor: colorLook?.value ?? builtIn }}
    />
  );
}

interface ColorSwatchProps extends ColorProps {
  /** Language of the name; the reader's, if absent. */
  language?: Language | undefined;
  isLarge?: boolean | undefined;
}

/** A color: the shade itself and always its name. Needs the namespace `vocabulary`. */
export function ColorSwatch(props: ColorSwatchProps) {
  const { color, colorLook, language, isLarge, className } = props;
  const labels = useEnumLabels(language);
  return (
    <span className={cn('inline-flex items-center gap-2', className, isLarge && 'gap-3 text-lg')}>
      <Shade color={color} colorLook={colorLook} className={isLarge ? 'size-14 rounded-md' : ''} />
      <UserText>{labels.color(color, colorLook)}</UserText>
    </span>
  );
}
