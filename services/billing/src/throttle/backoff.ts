/**
 * The delays, in milliseconds, that follow each other after the free tries: doubling from `first`
 * until `longest`, which then stays.
 */
export const doublingDelays = (first: number, longest: number): number[] => {
  const delays: number[] = [];
  for (let delay = first; delay < longest; delay *= 2) delays.push(delay);
  return [...delays, longest];
};
