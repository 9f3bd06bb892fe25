/** A value, or why there is none. */
export type ParseResult<T> = { readonly value: T } | { readonly problem: string };
