/**
 * The delays in milliseconds after the free attempts: doubling from `first` up to `longest`.
 */
export const doublingDelays = (first: number, longest: number): number[] => {
  const delays: number[] = [];
  for (let delay = first; delay < longest; delay *= 2) delays.push(delay);
  return [...delays, longest];
};
