/** OpenCC's dictionaries as opencc-js ships them, of which it declares no types: `source replacement|source replacement`. */
declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
