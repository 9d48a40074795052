/** An amount as it travels: a decimal string and its currency. */
export interface Money {
  amount: string;
  currency: string;
}

export const isSameMoney = (one: Money, other: Money): boolean =>
  one.currency === other.currency && Number(one.amount) === Number(other.amount);
