type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let running: Promise<boolean> | undefined;

/** Lets `dialog` ask the person, until the returned function is called. */
export const connectConfirmation = (dialog: Ask): (() => void) => {
  ask = dialog;
  return () => {
    ask = undefined;
  };
};

/** Asks who the person is, once for all calls that wait for it. Returns whether they have confirmed. */
export const askToConfirm = (): Promise<boolean> => {
  running ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    running = undefined;
  });
  return running;
};
