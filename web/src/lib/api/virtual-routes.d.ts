declare module 'virtual:routes' {
  export { routes } from '@ctdb/contracts';
}
