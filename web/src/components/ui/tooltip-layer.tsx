import { useEffect, useRef, useState } from 'react';
import { createTooltipClock } from './tooltip-clock';

const MARGIN = 8;

interface Tip {
  text: string;
  over: DOMRect;
}

const tipOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

/** Below its control, or above where there is no room; never beyond the edge of the window. */
const place = (bubble: HTMLElement, over: DOMRect): void => {
  const { width, height } = bubble.getBoundingClientRect();
  const centred = over.left + over.width / 2 - width / 2;
  const left = Math.max(MARGIN, Math.min(centred, window.innerWidth - width - MARGIN));
  const below = over.bottom + MARGIN;
  const top = below + height > window.innerHeight ? over.top - height - MARGIN : below;
  bubble.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
};

/** Shows one tooltip at a time for whatever carries `data-tip`. Mount once. */
export function TooltipLayer() {
  const [tip, setTip] = useState<Tip>();
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const clock = createTooltipClock();
    const close = () => clock.close(() => setTip(undefined));
    const open = (control: HTMLElement) =>
      clock.open(() => {
        const text = control.dataset.tip;
        if (text && control.isConnected) setTip({ text, over: control.getBoundingClientRect() });
      });
    const enter = (event: PointerEvent | FocusEvent) => {
      const control = tipOf(event.target);
      if (!control) return;
      // Touch has no hover, and focus that a click has set wants no explanation.
      const wanted =
        event.type === 'focusin'
          ? control.matches(':focus-visible')
          : !('pointerType' in event) || event.pointerType !== 'touch';
      if (wanted) open(control);
    };
    const leave = (event: PointerEvent | FocusEvent) => {
      const control = tipOf(event.target);
      if (control && !control.contains(event.relatedTarget as Node | null)) close();
    };
    const escape = (event: KeyboardEvent) => event.key === 'Escape' && close();

    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('pointerover', enter, { signal });
    document.addEventListener('focusin', enter, { signal });
    document.addEventListener('pointerout', leave, { signal });
    document.addEventListener('focusout', leave, { signal });
    document.addEventListener('pointerdown', close, { signal });
    document.addEventListener('keydown', escape, { signal });
    document.addEventListener('scroll', close, { signal, capture: true, passive: true });
    return () => {
      stop.abort();
      clock.stop();
    };
  }, []);

  useEffect(() => {
    if (tip && bubble.current) place(bubble.current, tip.over);
  }, [tip]);

  if (!tip) return null;
  return (
    <div
      ref={bubble}
      role="tooltip"
      className="pointer-events-none fixed top-0 left-0 z-50 w-max max-w-64 rounded-sm bg-ink px-2 py-1 text-sm text-paper"
    >
      {tip.text}
    </div>
  );
}
