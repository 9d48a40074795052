/** The look that text boxes and selects share. */
export const controlStyle = [
  'w-full min-w-0 rounded-md border border-line-strong bg-raised px-3 text-base text-ink',
  'min-h-(--control) transition-colors duration-100 hover:border-ink-3',
  'focus-visible:outline-offset-0 focus-visible:border-accent',
  'aria-invalid:border-danger aria-invalid:outline-danger',
  'disabled:bg-sunk disabled:text-ink-3',
].join(' ');
