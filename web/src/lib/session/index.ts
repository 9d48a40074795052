export { useConfig, useProductTitle } from './config';
export { useSession, useSessionWatch } from './session';
export { useSignOut } from './sign-out';
