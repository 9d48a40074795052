/** Injection token of the mongoose `Connection`. */
export const MONGO = Symbol('MONGO');
/** Injection token of the ioredis client. */
export const REDIS = Symbol('REDIS');
/** Injection token of the chassis's own configuration ({@link ChassisConfig}). */
export const CHASSIS_CONFIG = Symbol('CHASSIS_CONFIG');
/** Injection token of the options given to `ChassisModule.forRoot`. */
export const CHASSIS_OPTIONS = Symbol('CHASSIS_OPTIONS');
