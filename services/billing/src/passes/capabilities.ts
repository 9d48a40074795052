import { planCapabilities, plans, type Capability, type Plan } from '@ctdb/contracts';

const capabilitiesOf = (plan: Plan): readonly Capability[] => planCapabilities[plan];

/** How many things a plan allows. */
export const breadthOf = (plan: Plan): number => capabilitiesOf(plan).length;

/** Whether `plan` allows everything that `other` allows. */
export const covers = (plan: Plan, other: Plan): boolean =>
  capabilitiesOf(other).every((capability) => capabilitiesOf(plan).includes(capability));

/** The smallest plan that allows what all of `running` allow together; `undefined` of none. */
export const unionOf = (running: readonly Plan[]): Plan | undefined => {
  if (running.length === 0) return undefined;
  return plans
    .filter((plan) => running.every((other) => covers(plan, other)))
    .sort((one, other) => breadthOf(one) - breadthOf(other))[0];
};
