const EVERY_MS = 1_000;

/** How long a step may take, in milliseconds: K8S_TIMEOUT, in seconds. */
export const TIMEOUT_MS = Number(process.env['K8S_TIMEOUT'] ?? 300) * 1_000;

/** Looks again and again until `look` finds no fault; the last fault where the time is over. */
export const untilNoFault = async (
  look: () => Promise<string>,
  timeoutMs = TIMEOUT_MS,
  everyMs = EVERY_MS,
): Promise<string> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const fault = await look();
    if (fault === '' || Date.now() > end) return fault;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
