/** Injection token of the mongoose `Model<PurchaseDocument>` of the collection `purchases`. */
export const PURCHASES = Symbol('PURCHASES');
