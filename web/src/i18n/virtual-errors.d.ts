declare module 'virtual:errors/*' {
  const texts: import('@ctdb/contracts/texts').Texts['errors'];
  export default texts;
}
