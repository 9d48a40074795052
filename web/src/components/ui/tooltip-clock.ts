/** How long a pointer must rest before a tooltip opens, in milliseconds. */
export const OPEN_DELAY = 700;
/** Within this time after one has closed, the next one opens at once. */
export const SKIP_DELAY = 300;

/** When tooltips open and close. One clock serves all of them. */
export const createTooltipClock = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown = false;
  let closedAt = -Infinity;

  return {
    open(show: () => void): void {
      clearTimeout(timer);
      const run = () => {
        shown = true;
        show();
      };
      if (shown || Date.now() - closedAt < SKIP_DELAY) run();
      else timer = setTimeout(run, OPEN_DELAY);
    },
    close(hide: () => void): void {
      clearTimeout(timer);
      if (!shown) return;
      shown = false;
      closedAt = Date.now();
      hide();
    },
    stop: (): void => clearTimeout(timer),
  };
};
